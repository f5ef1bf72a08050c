-- Practices by place: indexes over imported directories and postal codes, and the clinic's own directory.

ALTER TABLE clinic_settings ADD COLUMN distance_unit TEXT CHECK (distance_unit IN ('mi', 'km')); -- null: as usual

-- Bands of a quarter of a degree of latitude, in each by longitude: what lies around a point is one range per band. Being
-- plain indexes they follow their rows, whether those are staged, in use or taken out.
CREATE INDEX listed_practice_by_place ON listed_practice
    (release_id, CAST((latitude + 90) * 4 AS INTEGER), longitude, latitude, taxonomies) WHERE latitude IS NOT NULL;
CREATE INDEX postal_area_by_place ON postal_area
    (release_id, CAST((latitude + 90) * 4 AS INTEGER), longitude, latitude, key);
-- Practices of a file without places lie where their ZIP codes lie, in whichever list of those is in use.
CREATE INDEX listed_practice_by_zip ON listed_practice (release_id, substr(postcode, 1, 5), taxonomies)
    WHERE latitude IS NULL AND country = 'US';

-- Practices that the clinic entered itself, for all its clinicians: a row that names one, a row per version of what it says.
CREATE TABLE directory_practice (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    version INTEGER NOT NULL CHECK (version >= 1),
    sort_name TEXT NOT NULL, -- the name, folded
    likeness TEXT NOT NULL, -- name and address as they are compared
    removed_at TEXT -- null: still in the directory
) STRICT;

CREATE INDEX directory_practice_by_name ON directory_practice (sort_name, id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX directory_practice_is_no_duplicate ON directory_practice (likeness) WHERE removed_at IS NULL;

CREATE TRIGGER directory_practice_is_never_deleted BEFORE DELETE ON directory_practice
BEGIN SELECT RAISE(ABORT, 'an entry is removed by its date'); END;

CREATE TABLE directory_practice_version (
    practice_id TEXT NOT NULL REFERENCES directory_practice (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    changed_at TEXT NOT NULL,
    changed_by TEXT REFERENCES account (id), -- null: the program itself
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    contact TEXT NOT NULL CHECK (length(contact) <= 200),
    street TEXT NOT NULL CHECK (length(street) <= 200),
    city TEXT NOT NULL CHECK (length(city) <= 100),
    state TEXT NOT NULL CHECK (length(state) <= 100),
    postcode TEXT NOT NULL CHECK (length(postcode) <= 20),
    country TEXT CHECK (country GLOB '[A-Z][A-Z]'),
    phone TEXT CHECK (phone GLOB '+[1-9][0-9]*'), -- E.164, perhaps ;ext=
    fax TEXT CHECK (fax GLOB '+[1-9][0-9]*'),
    email TEXT CHECK (length(email) BETWEEN 3 AND 254),
    npi TEXT CHECK (length(npi) = 10 AND NOT npi GLOB '*[^0-9]*'),
    specialties TEXT NOT NULL CHECK (length(specialties) <= 500),
    notes TEXT NOT NULL CHECK (length(notes) <= 2000),
    PRIMARY KEY (practice_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER directory_practice_version_is_never_updated BEFORE UPDATE ON directory_practice_version
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER directory_practice_version_is_never_deleted BEFORE DELETE ON directory_practice_version
BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;

-- To which practices prescriptions in force send, counted in an index.
CREATE INDEX therapy_course_referred ON therapy_course (practice_likeness, practice_npi) WHERE is_in_force = 1;

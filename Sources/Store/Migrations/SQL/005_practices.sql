-- Each clinician's favourite practices: a row that names one, a row per version of what it says.

CREATE TABLE favourite_practice (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    account_id TEXT NOT NULL REFERENCES account (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    sort_name TEXT NOT NULL, -- the name, folded
    likeness TEXT NOT NULL, -- name and address as they are compared
    removed_at TEXT -- null: still a favourite
) STRICT;

CREATE INDEX favourite_practice_by_name ON favourite_practice (account_id, sort_name, id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX favourite_practice_is_no_duplicate ON favourite_practice (account_id, likeness)
WHERE removed_at IS NULL;

CREATE TRIGGER favourite_practice_is_never_deleted BEFORE DELETE ON favourite_practice
BEGIN SELECT RAISE(ABORT, 'a favourite is removed by its date'); END;

CREATE TABLE favourite_practice_version (
    favourite_id TEXT NOT NULL REFERENCES favourite_practice (id),
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
    PRIMARY KEY (favourite_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER favourite_practice_version_is_never_updated BEFORE UPDATE ON favourite_practice_version
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER favourite_practice_version_is_never_deleted BEFORE DELETE ON favourite_practice_version
BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;

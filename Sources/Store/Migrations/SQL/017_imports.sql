-- Files of catalogues that an admin brings, what a check found in them, and the catalogues beside the code lists: releases
-- of which one per kind is in use. Rows of a release are written in many short transactions while it is 'staged'; putting
-- it to use changes two rows of this table and nothing else.

CREATE TABLE catalog_release (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('equivalences', 'medications', 'interactions', 'practices', 'places')),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    -- Layouts of the files it is from, separated by spaces: they say who published it and under which licence.
    layouts TEXT NOT NULL,
    -- SHA-256 of the file.
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    -- staged: its rows are still being written. ready: complete, not in use (any more). current: in use.
    state TEXT NOT NULL CHECK (state IN ('staged', 'ready', 'current')),
    row_count INTEGER NOT NULL DEFAULT 0 CHECK (row_count >= 0),
    imported_at TEXT NOT NULL,
    imported_by TEXT REFERENCES account (id),
    current_since TEXT
) STRICT;

CREATE UNIQUE INDEX catalog_release_current ON catalog_release (kind) WHERE state = 'current';

-- In the tables of rows: id is the release's × 2^24 + a place from 1; key tells the row apart in its release, the same in
-- every release; digest is a hash of all the rest, by which two releases are compared.

CREATE TABLE code_equivalence (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 24 = release_id),
    release_id INTEGER NOT NULL REFERENCES catalog_release (id),
    -- system:code:scenario:choice list:target, so that all of a code stand together.
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 60),
    digest INTEGER NOT NULL,
    code TEXT NOT NULL,
    -- Null: nothing in the other list.
    target TEXT,
    is_approximate INTEGER NOT NULL CHECK (is_approximate IN (0, 1)),
    is_combination INTEGER NOT NULL CHECK (is_combination IN (0, 1)),
    scenario INTEGER NOT NULL CHECK (scenario BETWEEN 0 AND 9),
    choice_list INTEGER NOT NULL CHECK (choice_list BETWEEN 0 AND 9)
) STRICT;
CREATE UNIQUE INDEX code_equivalence_by_key ON code_equivalence (release_id, key);

-- Lists inside a text are separated by ' · '.
CREATE TABLE listed_medication (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 24 = release_id),
    release_id INTEGER NOT NULL REFERENCES catalog_release (id),
    -- What names it in addresses, as in the program's own list.
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 100 AND key NOT GLOB '*[^a-z0-9-]*'),
    digest INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 500),
    brands TEXT NOT NULL,
    other_names TEXT NOT NULL,
    classes TEXT NOT NULL,
    purposes TEXT NOT NULL,
    forms TEXT NOT NULL,
    routes TEXT NOT NULL,
    strengths TEXT NOT NULL,
    effects TEXT NOT NULL,
    rxcui TEXT,
    ndcs TEXT NOT NULL,
    schedule TEXT CHECK (schedule IN ('CII', 'CIII', 'CIV', 'CV'))
) STRICT;
CREATE UNIQUE INDEX listed_medication_by_key ON listed_medication (release_id, key);

CREATE TABLE listed_interaction (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 24 = release_id),
    release_id INTEGER NOT NULL REFERENCES catalog_release (id),
    -- Both medicines' ids in order, separated by a colon.
    key TEXT NOT NULL CHECK (length(key) BETWEEN 3 AND 201),
    digest INTEGER NOT NULL,
    first_medication TEXT NOT NULL,
    second_medication TEXT NOT NULL CHECK (second_medication >= first_medication),
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('major', 'moderate', 'minor', 'unknown')),
    text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX listed_interaction_by_key ON listed_interaction (release_id, key);
CREATE INDEX listed_interaction_by_second ON listed_interaction (release_id, second_medication);

CREATE TABLE listed_practice (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 24 = release_id),
    release_id INTEGER NOT NULL REFERENCES catalog_release (id),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 500),
    digest INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    contact TEXT NOT NULL,
    street TEXT NOT NULL,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    postcode TEXT NOT NULL,
    country TEXT CHECK (country GLOB '[A-Z][A-Z]'),
    phone TEXT CHECK (phone GLOB '+[1-9][0-9]*'), -- E.164, perhaps ;ext=
    fax TEXT CHECK (fax GLOB '+[1-9][0-9]*'),
    email TEXT,
    npi TEXT CHECK (length(npi) = 10 AND NOT npi GLOB '*[^0-9]*'),
    specialties TEXT NOT NULL,
    notes TEXT NOT NULL,
    -- NUCC codes separated by spaces, the primary one first.
    taxonomies TEXT NOT NULL,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT;
CREATE UNIQUE INDEX listed_practice_by_key ON listed_practice (release_id, key);

CREATE TABLE postal_area (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 24 = release_id),
    release_id INTEGER NOT NULL REFERENCES catalog_release (id),
    key TEXT NOT NULL CHECK (length(key) = 5 AND NOT key GLOB '*[^0-9]*'),
    digest INTEGER NOT NULL,
    latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    city TEXT NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX postal_area_by_key ON postal_area (release_id, key);

-- What the tabular list of ICD-10-CM says of a code.
CREATE TABLE diagnosis_note (
    release_id INTEGER NOT NULL REFERENCES diagnosis_release (id),
    code TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    kind TEXT NOT NULL
        CHECK (kind IN ('includes', 'excludes1', 'excludes2', 'code-first', 'code-also', 'use-additional', 'notes')),
    text TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (release_id, code, place)
) STRICT, WITHOUT ROWID;

-- A file on its way: received, checked, put to use.
CREATE TABLE catalog_import (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
    size INTEGER NOT NULL CHECK (size BETWEEN 0 AND 2147483648),
    received INTEGER NOT NULL CHECK (received BETWEEN 0 AND size),
    state TEXT NOT NULL
        CHECK (state IN ('receiving', 'waiting', 'checking', 'checked', 'applied', 'cancelled', 'failed')),
    -- JSON: what the admin chose.
    choices TEXT NOT NULL,
    -- JSON: what the check found; null before.
    findings TEXT,
    -- JSON: why there is no result.
    failure TEXT,
    -- The release that the check wrote: of diagnosis_release or catalog_release, as the findings' kind says.
    release_id INTEGER,
    -- The release that was in use when it was checked; null for none.
    compared_with INTEGER,
    -- Bytes read of how many, while it is checked.
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    -- Which process has the file and checks it, and when it last said that it is at work: milliseconds since 1970 UTC.
    runner TEXT NOT NULL CHECK (runner IN ('server', 'command-line')),
    seen_at INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT REFERENCES account (id),
    checked_at TEXT,
    ended_at TEXT,
    ended_by TEXT REFERENCES account (id)
) STRICT;

CREATE INDEX catalog_import_by_state ON catalog_import (state, created_at, id);
CREATE INDEX catalog_import_by_time ON catalog_import (created_at, id);
-- One check at a time: two would only be slower.
CREATE UNIQUE INDEX catalog_import_is_checked_alone ON catalog_import (state) WHERE state = 'checking';

-- Lines that were not taken.
CREATE TABLE catalog_import_problem (
    import_id TEXT NOT NULL REFERENCES catalog_import (id),
    place INTEGER NOT NULL CHECK (place >= 1),
    -- The file inside the archive; empty for a file that is none.
    part TEXT NOT NULL,
    line INTEGER NOT NULL CHECK (line >= 0),
    -- JSON.
    reason TEXT NOT NULL,
    PRIMARY KEY (import_id, place)
) STRICT, WITHOUT ROWID;

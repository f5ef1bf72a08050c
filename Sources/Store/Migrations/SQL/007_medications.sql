-- The list of medicines: every release beside the others, one current. A medicine keeps its slug in every release, so that
-- an address or a prescription which names one that a later release has not still leads to what was known of it.
--
-- The rowids of the full-text table are the ids of medication, which are given out in the order in which equally good finds
-- are shown: a query that reads the index from the front has the best finds first and may stop at its limit. It holds the
-- current release only.

CREATE TABLE medication_release (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    title TEXT NOT NULL,
    -- The day on which what it says was written down.
    as_of TEXT NOT NULL CHECK (length(as_of) = 10),
    is_reviewed INTEGER NOT NULL CHECK (is_reviewed IN (0, 1)),
    source TEXT NOT NULL,
    licence TEXT NOT NULL,
    -- SHA-256 of the file, so that a changed file that comes with the program is seen.
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    row_count INTEGER NOT NULL CHECK (row_count >= 0),
    -- Every word of names, brands and classes, each once, separated by spaces, names first: what a misspelled word is
    -- held against.
    vocabulary TEXT NOT NULL,
    is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    imported_at TEXT NOT NULL,
    imported_by TEXT REFERENCES account (id)
) STRICT;

CREATE UNIQUE INDEX medication_release_current ON medication_release (is_current) WHERE is_current = 1;

-- Lists inside a text are separated by ' · '.
CREATE TABLE medication (
    -- The release's id × 2^20 + the place in the order of finds, from 1.
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 20 = release_id),
    release_id INTEGER NOT NULL REFERENCES medication_release (id),
    -- What names it in addresses, the same in every release.
    slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 100 AND slug NOT GLOB '*[^a-z0-9-]*'),
    name TEXT NOT NULL CHECK (name <> ''),
    -- With capitals where it differs from a name that looks alike.
    tall_name TEXT NOT NULL CHECK (lower(tall_name) = lower(name)),
    -- The name folded, by which lists are in order.
    sort_name TEXT NOT NULL CHECK (sort_name <> ''),
    international_name TEXT CHECK (international_name <> ''),
    -- Separated by spaces.
    other_names TEXT NOT NULL,
    brands TEXT NOT NULL,
    class_words TEXT NOT NULL,
    units TEXT NOT NULL,
    supply TEXT NOT NULL CHECK (supply IN ('rx', 'otc', 'both')),
    schedule TEXT CHECK (schedule IN ('CII', 'CIII', 'CIV', 'CV')),
    is_weekly_only INTEGER NOT NULL CHECK (is_weekly_only IN (0, 1)),
    withdrawn_on TEXT CHECK (length(withdrawn_on) = 10),
    -- Slugs separated by spaces.
    lookalikes TEXT NOT NULL,
    rxcui TEXT,
    atc TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX medication_by_slug ON medication (slug, release_id);
CREATE INDEX medication_by_name ON medication (release_id, sort_name, id);

-- What is read, in every language that Theralog speaks.
CREATE TABLE medication_wording (
    medication_id INTEGER NOT NULL REFERENCES medication (id),
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 8),
    classes TEXT NOT NULL CHECK (classes <> ''),
    purposes TEXT NOT NULL CHECK (purposes <> ''),
    forms TEXT NOT NULL CHECK (forms <> ''),
    routes TEXT NOT NULL,
    common_effects TEXT NOT NULL,
    serious_effects TEXT NOT NULL,
    -- Markdown; empty where nothing is said.
    leaflet TEXT NOT NULL,
    PRIMARY KEY (medication_id, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE medication_class (
    release_id INTEGER NOT NULL REFERENCES medication_release (id),
    class TEXT NOT NULL CHECK (class <> ''),
    medication_id INTEGER NOT NULL REFERENCES medication (id),
    -- From 1, in the order of the medicine's classes.
    place INTEGER NOT NULL CHECK (place >= 1),
    PRIMARY KEY (release_id, class, medication_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX medication_class_of_medication ON medication_class (medication_id, place);

CREATE TABLE medication_class_name (
    release_id INTEGER NOT NULL REFERENCES medication_release (id),
    class TEXT NOT NULL,
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 8),
    name TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (release_id, class, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE medication_area (
    release_id INTEGER NOT NULL REFERENCES medication_release (id),
    area TEXT NOT NULL CHECK (area <> ''),
    medication_id INTEGER NOT NULL REFERENCES medication (id),
    -- From 1, in the order of the medicine's areas.
    place INTEGER NOT NULL CHECK (place >= 1),
    PRIMARY KEY (release_id, area, medication_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX medication_area_of_medication ON medication_area (medication_id, place);

-- detail=column: which words stand in which column, not where: phrases are never asked for.
CREATE VIRTUAL TABLE medication_text USING fts5 (
    names, brands, classes, purposes, content = '', detail = column, prefix = '1 2 3 4 5', tokenize = 'unicode61'
);

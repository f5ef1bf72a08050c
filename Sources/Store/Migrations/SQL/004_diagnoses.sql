-- Code lists: every release beside the others, one of each system current; words that people say; what each clinician
-- uses and keeps.
--
-- A release has a full-text table of its own, diagnosis_text_<id>, made when it is staged and dropped with it. Its rowids are
-- the ids of diagnosis, which are given out in the order in which equally good finds are shown: a query that reads the index
-- from the front has the best finds first and may stop at its limit.

CREATE TABLE diagnosis_release (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    system TEXT NOT NULL CHECK (system IN ('icd10cm', 'icd9cm')),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    title TEXT NOT NULL,
    effective_from TEXT NOT NULL CHECK (length(effective_from) = 10),
    effective_until TEXT CHECK (length(effective_until) = 10 AND effective_until >= effective_from),
    source TEXT NOT NULL,
    licence TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('shipped', 'imported')),
    -- SHA-256 of the file, so that a changed file that comes with the program is seen.
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    -- staged: its rows are still being written. ready: complete, not in use (any more). current: searched.
    state TEXT NOT NULL CHECK (state IN ('staged', 'ready', 'current')),
    row_count INTEGER NOT NULL DEFAULT 0,
    -- Billable codes have ids up to this one, headings the ids after it.
    last_billable_id INTEGER NOT NULL DEFAULT 0,
    imported_at TEXT NOT NULL,
    imported_by TEXT REFERENCES account (id),
    current_since TEXT
) STRICT;

CREATE UNIQUE INDEX diagnosis_release_current ON diagnosis_release (system) WHERE state = 'current';

CREATE TABLE diagnosis (
    -- The release's id × 2^24 + the place in the order of finds, from 1.
    id INTEGER PRIMARY KEY NOT NULL CHECK (id >> 24 = release_id),
    release_id INTEGER NOT NULL REFERENCES diagnosis_release (id),
    code TEXT NOT NULL CHECK (length(code) BETWEEN 3 AND 7 AND code NOT GLOB '*[^A-Z0-9]*'),
    parent TEXT,
    is_billable INTEGER NOT NULL CHECK (is_billable IN (0, 1)),
    title TEXT NOT NULL CHECK (title <> ''),
    terms TEXT NOT NULL,
    -- The place in the list's own order, from 0.
    position INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX diagnosis_by_code ON diagnosis (release_id, code);
CREATE INDEX diagnosis_by_billable ON diagnosis (release_id, is_billable, code);

-- Every word of a release's text, so that a typed beginning can be turned into the few words it may mean.
CREATE TABLE diagnosis_term (
    release_id INTEGER NOT NULL REFERENCES diagnosis_release (id),
    term TEXT NOT NULL,
    PRIMARY KEY (release_id, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnosis_synonym (
    id INTEGER PRIMARY KEY NOT NULL,
    phrase TEXT NOT NULL,
    language TEXT NOT NULL,
    -- The phrase folded, its words separated by single spaces.
    words TEXT NOT NULL,
    -- Beginnings of codes without dots, the likeliest first, separated by spaces.
    icd10cm TEXT NOT NULL,
    icd9cm TEXT NOT NULL
) STRICT;

CREATE INDEX diagnosis_synonym_by_words ON diagnosis_synonym (words);
CREATE VIRTUAL TABLE diagnosis_synonym_text USING fts5 (words, content = '', prefix = '3 4 5', tokenize = 'unicode61');

-- One row: the digest of the synonyms that were read last.
CREATE TABLE diagnosis_synonym_source (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    imported_at TEXT NOT NULL
) STRICT;

-- How often and when a clinician put a code on a prescription.
CREATE TABLE diagnosis_use (
    account_id TEXT NOT NULL REFERENCES account (id),
    system TEXT NOT NULL CHECK (system IN ('icd10cm', 'icd9cm')),
    code TEXT NOT NULL,
    -- The title as last seen, shown when the current release has no such code.
    title TEXT NOT NULL,
    -- The title's words, folded, each with a space before it.
    words TEXT NOT NULL,
    uses INTEGER NOT NULL CHECK (uses >= 1),
    last_used_at TEXT NOT NULL,
    PRIMARY KEY (account_id, system, code)
) STRICT, WITHOUT ROWID;

CREATE INDEX diagnosis_use_most ON diagnosis_use (account_id, system, uses DESC, last_used_at DESC);
CREATE INDEX diagnosis_use_latest ON diagnosis_use (account_id, system, last_used_at DESC);

CREATE TABLE diagnosis_favourite (
    account_id TEXT NOT NULL REFERENCES account (id),
    system TEXT NOT NULL CHECK (system IN ('icd10cm', 'icd9cm')),
    code TEXT NOT NULL,
    title TEXT NOT NULL,
    added_at TEXT NOT NULL,
    PRIMARY KEY (account_id, system, code)
) STRICT, WITHOUT ROWID;

-- Lists that came with the program and that somebody removed: no start brings them back unless they are wanted again. Which
-- one it was is told by its file; a row stays when the list is back, since it also tells that somebody chose.
CREATE TABLE removed_release (
    kind TEXT NOT NULL CHECK (kind IN ('icd10cm', 'icd9cm', 'places')),
    -- SHA-256 of the file.
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    -- The release's id among those of its kind: a greater one came later.
    number INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    removed_at TEXT NOT NULL,
    -- wanted: it is being loaded again, at the latest by the next start. failed: that could not be done.
    state TEXT NOT NULL CHECK (state IN ('removed', 'wanted', 'failed')),
    PRIMARY KEY (kind, digest)
) STRICT, WITHOUT ROWID;

-- Pictures by what is in them, and who prescribes: one row per version, never changed, never deleted.

CREATE TABLE picture (
    hash TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64 AND NOT hash GLOB '*[^0-9a-f]*'), -- SHA-256 of png
    width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 512),
    height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 512),
    png BLOB NOT NULL CHECK (length(png) BETWEEN 57 AND 2097152),
    added_at TEXT NOT NULL
) STRICT;

CREATE TRIGGER picture_is_never_updated BEFORE UPDATE ON picture
BEGIN SELECT RAISE(ABORT, 'pictures are never changed'); END;
CREATE TRIGGER picture_is_never_deleted BEFORE DELETE ON picture
BEGIN SELECT RAISE(ABORT, 'pictures are never deleted'); END;

CREATE TABLE provider_version (
    account_id TEXT NOT NULL REFERENCES account (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    changed_at TEXT NOT NULL,
    changed_by TEXT REFERENCES account (id), -- null: the program itself
    first_name TEXT NOT NULL CHECK (length(first_name) <= 100),
    middle_name TEXT NOT NULL CHECK (length(middle_name) <= 100),
    last_name TEXT NOT NULL CHECK (length(last_name) <= 100),
    degree TEXT NOT NULL CHECK (length(degree) <= 50),
    phone TEXT CHECK (phone GLOB '+[1-9][0-9]*'), -- E.164, perhaps ;ext=
    practice_name TEXT NOT NULL CHECK (length(practice_name) <= 200),
    street TEXT NOT NULL CHECK (length(street) <= 200),
    city TEXT NOT NULL CHECK (length(city) <= 100),
    state TEXT NOT NULL CHECK (length(state) <= 100),
    postcode TEXT NOT NULL CHECK (length(postcode) <= 20),
    country TEXT CHECK (country GLOB '[A-Z][A-Z]'),
    fax TEXT CHECK (fax GLOB '+[1-9][0-9]*'),
    email TEXT CHECK (length(email) BETWEEN 3 AND 254),
    npi TEXT CHECK (length(npi) = 10 AND NOT npi GLOB '*[^0-9]*'),
    licence TEXT NOT NULL CHECK (length(licence) <= 40),
    signature_name TEXT CHECK (length(signature_name) BETWEEN 1 AND 200),
    signature_picture TEXT REFERENCES picture (hash),
    icon TEXT REFERENCES picture (hash),
    PRIMARY KEY (account_id, version),
    CHECK (signature_name IS NULL OR signature_picture IS NULL)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER provider_version_is_never_updated BEFORE UPDATE ON provider_version
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER provider_version_is_never_deleted BEFORE DELETE ON provider_version
BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;

-- Whole prescriptions without a patient that a clinician begins new ones from. What one holds never changes; its name and
-- its key may. Removed ones stay, with the day.

CREATE TABLE favourite_prescription (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    account_id TEXT NOT NULL REFERENCES account (id),
    version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1), -- of name and key
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    folded_name TEXT NOT NULL,
    key INTEGER CHECK (key BETWEEN 1 AND 9), -- of the keyboard, on a patient's page
    written_on TEXT NOT NULL CHECK (length(written_on) = 10), -- the dates in it count from this day
    practice TEXT CHECK (practice IS NULL OR json_valid(practice)),
    therapies TEXT CHECK (therapies IS NULL OR json_valid(therapies)),
    template_version INTEGER CHECK (template_version >= 1), -- of the therapies' template when it was saved
    uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    last_used_at TEXT,
    created_at TEXT NOT NULL,
    removed_at TEXT,
    CHECK ((therapies IS NULL) = (template_version IS NULL)),
    CHECK ((uses = 0) = (last_used_at IS NULL))
) STRICT;

CREATE UNIQUE INDEX favourite_prescription_by_name ON favourite_prescription (account_id, folded_name)
    WHERE removed_at IS NULL;
CREATE UNIQUE INDEX favourite_prescription_by_key ON favourite_prescription (account_id, key)
    WHERE removed_at IS NULL AND key IS NOT NULL;

CREATE TABLE favourite_prescription_diagnosis (
    favourite_id TEXT NOT NULL REFERENCES favourite_prescription (id),
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 2),
    system TEXT NOT NULL CHECK (system IN ('icd10cm', 'icd9cm')),
    code TEXT NOT NULL CHECK (length(code) BETWEEN 3 AND 7),
    title TEXT NOT NULL CHECK (length(title) >= 1),
    release TEXT NOT NULL,
    release_until TEXT,
    PRIMARY KEY (favourite_id, position),
    UNIQUE (favourite_id, system, code)
) STRICT, WITHOUT ROWID;

CREATE INDEX favourite_prescription_diagnosis_by_code ON favourite_prescription_diagnosis (system, code);

CREATE TRIGGER favourite_prescription_is_never_deleted BEFORE DELETE ON favourite_prescription
BEGIN SELECT RAISE(ABORT, 'favourites are removed by date'); END;
CREATE TRIGGER favourite_prescription_keeps_its_content BEFORE UPDATE ON favourite_prescription
WHEN NEW.id <> OLD.id OR NEW.account_id <> OLD.account_id OR NEW.written_on <> OLD.written_on
    OR NEW.practice IS NOT OLD.practice OR NEW.therapies IS NOT OLD.therapies
    OR NEW.template_version IS NOT OLD.template_version OR NEW.created_at <> OLD.created_at
    OR (OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT OLD.removed_at)
BEGIN SELECT RAISE(ABORT, 'a favourite keeps what it holds'); END;
CREATE TRIGGER favourite_prescription_diagnosis_is_never_updated BEFORE UPDATE ON favourite_prescription_diagnosis
BEGIN SELECT RAISE(ABORT, 'a favourite keeps what it holds'); END;
CREATE TRIGGER favourite_prescription_diagnosis_is_never_deleted BEFORE DELETE ON favourite_prescription_diagnosis
BEGIN SELECT RAISE(ABORT, 'a favourite keeps what it holds'); END;

-- Physical-therapy prescriptions: written as drafts, locked when signed, superseded or cancelled afterwards, never
-- deleted. A signed row holds its sheet: a complete copy of all it prints, with the copy's hash.

CREATE TABLE therapy_prescription (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    status TEXT NOT NULL CHECK (status IN ('draft', 'signed', 'superseded', 'cancelled')),
    clinician_id TEXT NOT NULL REFERENCES account (id),
    version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1), -- of all parts together
    practice_version INTEGER NOT NULL DEFAULT 1 CHECK (practice_version >= 1),
    therapies_version INTEGER NOT NULL DEFAULT 1 CHECK (therapies_version >= 1),
    patient_id TEXT REFERENCES patient (id),
    practice TEXT CHECK (practice IS NULL OR json_valid(practice)),
    therapies TEXT CHECK (therapies IS NULL OR json_valid(therapies)),
    replaces_id TEXT REFERENCES therapy_prescription (id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    -- From here on only in what was signed.
    number_year INTEGER CHECK (number_year BETWEEN 1 AND 9999),
    number_count INTEGER CHECK (number_count >= 1),
    signed_at TEXT,
    sheet TEXT CHECK (sheet IS NULL OR json_valid(sheet)),
    sheet_hash BLOB CHECK (length(sheet_hash) = 32),
    CHECK (replaces_id IS NOT id),
    CHECK ((status = 'draft') = (number_year IS NULL)),
    CHECK ((status = 'draft') = (number_count IS NULL)),
    CHECK ((status = 'draft') = (signed_at IS NULL)),
    CHECK ((status = 'draft') = (sheet IS NULL)),
    CHECK ((status = 'draft') = (sheet_hash IS NULL)),
    CHECK (status = 'draft' OR (patient_id IS NOT NULL AND practice IS NOT NULL AND therapies IS NOT NULL)),
    UNIQUE (number_year, number_count)
) STRICT;

CREATE INDEX therapy_prescription_draft ON therapy_prescription (clinician_id, updated_at) WHERE status = 'draft';
CREATE INDEX therapy_prescription_by_clinician ON therapy_prescription (clinician_id, number_year, number_count)
    WHERE status <> 'draft';
CREATE INDEX therapy_prescription_by_status ON therapy_prescription (status, number_year, number_count);
CREATE INDEX therapy_prescription_by_patient ON therapy_prescription (patient_id, number_year, number_count);
-- A prescription is superseded once.
CREATE UNIQUE INDEX therapy_prescription_replacement ON therapy_prescription (replaces_id)
    WHERE replaces_id IS NOT NULL AND status <> 'draft';
CREATE INDEX therapy_prescription_correction ON therapy_prescription (replaces_id, clinician_id)
    WHERE replaces_id IS NOT NULL AND status = 'draft';

CREATE TABLE therapy_prescription_diagnosis (
    prescription_id TEXT NOT NULL REFERENCES therapy_prescription (id),
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 2),
    system TEXT NOT NULL CHECK (system IN ('icd10cm', 'icd9cm')),
    code TEXT NOT NULL CHECK (length(code) BETWEEN 3 AND 7),
    title TEXT NOT NULL CHECK (length(title) >= 1),
    release TEXT NOT NULL,
    release_until TEXT,
    PRIMARY KEY (prescription_id, position),
    UNIQUE (prescription_id, system, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE therapy_prescription_cancellation (
    prescription_id TEXT PRIMARY KEY NOT NULL REFERENCES therapy_prescription (id),
    cancelled_at TEXT NOT NULL,
    cancelled_by TEXT NOT NULL REFERENCES account (id),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
) STRICT;

-- What was handed out as PDF, per paper and per status, because the sheet of a cancelled prescription says so.
CREATE TABLE therapy_prescription_pdf (
    prescription_id TEXT NOT NULL REFERENCES therapy_prescription (id),
    paper TEXT NOT NULL CHECK (paper IN ('a4', 'letter')),
    status TEXT NOT NULL CHECK (status IN ('signed', 'superseded', 'cancelled')),
    made_at TEXT NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    bytes BLOB NOT NULL,
    PRIMARY KEY (prescription_id, paper, status)
) STRICT;

CREATE TRIGGER therapy_prescription_begins_as_draft BEFORE INSERT ON therapy_prescription WHEN NEW.status <> 'draft'
BEGIN SELECT RAISE(ABORT, 'a prescription begins as a draft'); END;

CREATE TRIGGER therapy_prescription_is_never_deleted BEFORE DELETE ON therapy_prescription
BEGIN SELECT RAISE(ABORT, 'prescriptions are never deleted'); END;

CREATE TRIGGER therapy_prescription_keeps_its_author BEFORE UPDATE ON therapy_prescription
WHEN NEW.id <> OLD.id OR NEW.clinician_id <> OLD.clinician_id OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'a prescription keeps its author'); END;

CREATE TRIGGER therapy_prescription_is_locked BEFORE UPDATE ON therapy_prescription
WHEN OLD.status <> 'draft' AND (
    NEW.version <> OLD.version OR NEW.practice_version <> OLD.practice_version
    OR NEW.therapies_version <> OLD.therapies_version OR NEW.patient_id IS NOT OLD.patient_id
    OR NEW.practice IS NOT OLD.practice OR NEW.therapies IS NOT OLD.therapies OR NEW.replaces_id IS NOT OLD.replaces_id
    OR NEW.updated_at <> OLD.updated_at OR NEW.number_year IS NOT OLD.number_year
    OR NEW.number_count IS NOT OLD.number_count OR NEW.signed_at IS NOT OLD.signed_at OR NEW.sheet IS NOT OLD.sheet
    OR NEW.sheet_hash IS NOT OLD.sheet_hash)
BEGIN SELECT RAISE(ABORT, 'a signed prescription is locked'); END;

CREATE TRIGGER therapy_prescription_goes_its_way BEFORE UPDATE OF status ON therapy_prescription
WHEN NOT (
    NEW.status = OLD.status
    OR (OLD.status = 'draft' AND NEW.status = 'signed'
        AND EXISTS (SELECT 1 FROM therapy_prescription_diagnosis WHERE prescription_id = OLD.id)
        AND (NEW.replaces_id IS NULL
            OR (SELECT status FROM therapy_prescription WHERE id = NEW.replaces_id) = 'signed'))
    OR (OLD.status = 'signed' AND NEW.status = 'superseded'
        AND EXISTS (SELECT 1 FROM therapy_prescription WHERE replaces_id = OLD.id AND status <> 'draft'))
    OR (OLD.status = 'signed' AND NEW.status = 'cancelled'
        AND EXISTS (SELECT 1 FROM therapy_prescription_cancellation WHERE prescription_id = OLD.id)))
BEGIN SELECT RAISE(ABORT, 'a prescription cannot go from this status to that'); END;

CREATE TRIGGER therapy_prescription_diagnosis_is_not_added BEFORE INSERT ON therapy_prescription_diagnosis
WHEN (SELECT status FROM therapy_prescription WHERE id = NEW.prescription_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'a signed prescription is locked'); END;
CREATE TRIGGER therapy_prescription_diagnosis_is_not_changed BEFORE UPDATE ON therapy_prescription_diagnosis
WHEN (SELECT status FROM therapy_prescription WHERE id = OLD.prescription_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'a signed prescription is locked'); END;
CREATE TRIGGER therapy_prescription_diagnosis_is_not_removed BEFORE DELETE ON therapy_prescription_diagnosis
WHEN (SELECT status FROM therapy_prescription WHERE id = OLD.prescription_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'a signed prescription is locked'); END;

CREATE TRIGGER therapy_prescription_cancellation_is_never_updated BEFORE UPDATE ON therapy_prescription_cancellation
BEGIN SELECT RAISE(ABORT, 'a cancellation stands'); END;
CREATE TRIGGER therapy_prescription_cancellation_is_never_deleted BEFORE DELETE ON therapy_prescription_cancellation
BEGIN SELECT RAISE(ABORT, 'a cancellation stands'); END;
CREATE TRIGGER therapy_prescription_pdf_is_never_updated BEFORE UPDATE ON therapy_prescription_pdf
BEGIN SELECT RAISE(ABORT, 'a signed sheet keeps its PDF'); END;
CREATE TRIGGER therapy_prescription_pdf_is_never_deleted BEFORE DELETE ON therapy_prescription_pdf
BEGIN SELECT RAISE(ABORT, 'a signed sheet keeps its PDF'); END;

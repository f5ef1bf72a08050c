-- Medication prescriptions. A draft is the form as typed. What is signed is a row that holds its sheet, a complete copy
-- of all it prints, with the copy's hash; changing it signs a new version in the same series.

CREATE TABLE medication_prescription_draft (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    version INTEGER NOT NULL CHECK (version >= 1),
    clinician_id TEXT NOT NULL REFERENCES account (id),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    fields TEXT NOT NULL CHECK (json_valid(fields)),
    replaces_id TEXT REFERENCES medication_prescription (id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX medication_prescription_draft_by_clinician
    ON medication_prescription_draft (clinician_id, updated_at);
CREATE INDEX medication_prescription_draft_by_original
    ON medication_prescription_draft (replaces_id, clinician_id) WHERE replaces_id IS NOT NULL;

CREATE TABLE medication_prescription (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    series_id TEXT NOT NULL REFERENCES medication_prescription (id) DEFERRABLE INITIALLY DEFERRED,
    status TEXT NOT NULL CHECK (status IN ('signed', 'superseded', 'discontinued')),
    draft_version INTEGER NOT NULL CHECK (draft_version >= 1),
    clinician_id TEXT NOT NULL REFERENCES account (id),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    fields TEXT NOT NULL CHECK (json_valid(fields)), -- the form as typed: what a change begins with
    medicine TEXT NOT NULL CHECK (length(medicine) BETWEEN 1 AND 500), -- its title, for lists
    starts_on TEXT NOT NULL CHECK (length(starts_on) = 10),
    replaces_id TEXT REFERENCES medication_prescription (id),
    number_year INTEGER NOT NULL CHECK (number_year BETWEEN 1 AND 9999),
    number_count INTEGER NOT NULL CHECK (number_count >= 1),
    signed_at TEXT NOT NULL,
    sheet TEXT NOT NULL CHECK (json_valid(sheet)),
    sheet_hash BLOB NOT NULL CHECK (length(sheet_hash) = 32),
    CHECK (replaces_id IS NOT id),
    CHECK ((replaces_id IS NULL) = (series_id = id)),
    UNIQUE (number_year, number_count)
) STRICT;

CREATE INDEX medication_prescription_by_patient ON medication_prescription (patient_id, status, signed_at);
CREATE INDEX medication_prescription_by_series ON medication_prescription (series_id, signed_at);
CREATE INDEX medication_prescription_by_clinician
    ON medication_prescription (clinician_id, number_year, number_count);
-- A version is superseded once, and a series has one version in force.
CREATE UNIQUE INDEX medication_prescription_replacement
    ON medication_prescription (replaces_id) WHERE replaces_id IS NOT NULL;
CREATE UNIQUE INDEX medication_prescription_in_force ON medication_prescription (series_id) WHERE status = 'signed';

CREATE TABLE medication_prescription_discontinuation (
    prescription_id TEXT PRIMARY KEY NOT NULL REFERENCES medication_prescription (id),
    at TEXT NOT NULL,
    by_id TEXT NOT NULL REFERENCES account (id),
    last_day TEXT NOT NULL CHECK (length(last_day) = 10),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
) STRICT;

CREATE TABLE medication_prescription_pause (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    series_id TEXT NOT NULL REFERENCES medication_prescription (id),
    from_day TEXT NOT NULL CHECK (length(from_day) = 10),
    through_day TEXT CHECK (through_day IS NULL OR through_day >= from_day),
    resumption TEXT NOT NULL CHECK (resumption IN ('keepsPhase', 'restarts')),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    paused_at TEXT NOT NULL,
    paused_by TEXT NOT NULL REFERENCES account (id),
    resumed_at TEXT,
    resumed_by TEXT REFERENCES account (id),
    CHECK ((resumed_at IS NULL) = (resumed_by IS NULL)),
    CHECK (resumed_at IS NULL OR through_day IS NOT NULL)
) STRICT;

CREATE INDEX medication_prescription_pause_by_series ON medication_prescription_pause (series_id, from_day);
CREATE UNIQUE INDEX medication_prescription_pause_going_on
    ON medication_prescription_pause (series_id) WHERE through_day IS NULL;

-- What was handed out as PDF, per paper and per status.
CREATE TABLE medication_prescription_pdf (
    prescription_id TEXT NOT NULL REFERENCES medication_prescription (id),
    paper TEXT NOT NULL CHECK (paper IN ('a4', 'letter')),
    status TEXT NOT NULL CHECK (status IN ('signed', 'superseded', 'discontinued')),
    made_at TEXT NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    bytes BLOB NOT NULL,
    PRIMARY KEY (prescription_id, paper, status)
) STRICT;

CREATE TRIGGER medication_prescription_is_never_deleted BEFORE DELETE ON medication_prescription
BEGIN SELECT RAISE(ABORT, 'prescriptions are never deleted'); END;

CREATE TRIGGER medication_prescription_is_locked
BEFORE UPDATE OF id, series_id, draft_version, clinician_id, patient_id, fields, medicine, starts_on, replaces_id, number_year,
    number_count, signed_at, sheet, sheet_hash ON medication_prescription
BEGIN SELECT RAISE(ABORT, 'a signed prescription is locked'); END;

CREATE TRIGGER medication_prescription_goes_its_way BEFORE UPDATE OF status ON medication_prescription
WHEN NOT (
    (OLD.status = 'signed' AND NEW.status = 'superseded')
    OR (OLD.status = 'signed' AND NEW.status = 'discontinued'
        AND EXISTS (SELECT 1 FROM medication_prescription_discontinuation WHERE prescription_id = OLD.id)))
BEGIN SELECT RAISE(ABORT, 'a prescription cannot go from this status to that'); END;

CREATE TRIGGER medication_prescription_discontinuation_is_never_updated
BEFORE UPDATE ON medication_prescription_discontinuation
BEGIN SELECT RAISE(ABORT, 'a discontinuation stands'); END;
CREATE TRIGGER medication_prescription_discontinuation_is_never_deleted
BEFORE DELETE ON medication_prescription_discontinuation
BEGIN SELECT RAISE(ABORT, 'a discontinuation stands'); END;

CREATE TRIGGER medication_prescription_pause_is_never_deleted BEFORE DELETE ON medication_prescription_pause
BEGIN SELECT RAISE(ABORT, 'a pause stands'); END;
CREATE TRIGGER medication_prescription_pause_ends_once BEFORE UPDATE ON medication_prescription_pause
WHEN OLD.through_day IS NOT NULL OR NEW.id <> OLD.id OR NEW.series_id <> OLD.series_id OR NEW.from_day <> OLD.from_day
    OR NEW.reason <> OLD.reason OR NEW.paused_at <> OLD.paused_at OR NEW.paused_by <> OLD.paused_by
BEGIN SELECT RAISE(ABORT, 'a pause ends once'); END;

CREATE TRIGGER medication_prescription_pdf_is_never_updated BEFORE UPDATE ON medication_prescription_pdf
BEGIN SELECT RAISE(ABORT, 'a signed sheet keeps its PDF'); END;
CREATE TRIGGER medication_prescription_pdf_is_never_deleted BEFORE DELETE ON medication_prescription_pdf
BEGIN SELECT RAISE(ABORT, 'a signed sheet keeps its PDF'); END;

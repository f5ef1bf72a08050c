-- What practices tell of a therapy prescription: the codes on the sheets, what was told, and where each prescription stands.

-- One code at a time for a prescription. The code follows from prescription, edition and the server's key, which is not in
-- the database: so a sheet can be printed again, and a stolen database hands out no code.
CREATE TABLE return_code (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    prescription_id TEXT NOT NULL REFERENCES therapy_prescription (id),
    edition INTEGER NOT NULL CHECK (edition >= 1),
    code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32), -- with the server's key
    issued_at TEXT NOT NULL,
    issued_by TEXT REFERENCES account (id), -- null: the program itself
    revoked_at TEXT,
    revoked_by TEXT REFERENCES account (id),
    UNIQUE (prescription_id, edition),
    CHECK (revoked_by IS NULL OR revoked_at IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX return_code_in_force ON return_code (prescription_id) WHERE revoked_at IS NULL;

CREATE TRIGGER return_code_is_never_deleted BEFORE DELETE ON return_code
BEGIN SELECT RAISE(ABORT, 'return codes are never deleted'); END;
CREATE TRIGGER return_code_ends_once BEFORE UPDATE ON return_code
WHEN OLD.revoked_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.prescription_id <> OLD.prescription_id
    OR NEW.edition <> OLD.edition OR NEW.code_hash <> OLD.code_hash OR NEW.issued_at <> OLD.issued_at
    OR NEW.issued_by IS NOT OLD.issued_by
BEGIN SELECT RAISE(ABORT, 'a return code ends once and never changes'); END;

-- What was told, one row for each thing. A correction is another row; the latest that stands counts.
CREATE TABLE return_event (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    prescription_id TEXT NOT NULL REFERENCES therapy_prescription (id),
    kind TEXT NOT NULL CHECK (kind IN ('received', 'first-visit', 'visits', 'report', 'discharged')),
    day TEXT CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    visits INTEGER CHECK (visits BETWEEN 0 AND 365),
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
    code_id TEXT REFERENCES return_code (id), -- told by the practice itself with this code; null: written down by the clinic
    recorded_at TEXT NOT NULL,
    recorded_by TEXT REFERENCES account (id),
    form_digest BLOB CHECK (length(form_digest) = 32), -- of the form that told it: sent twice it tells once
    CHECK ((code_id IS NULL) = (recorded_by IS NOT NULL)),
    CHECK ((kind IN ('received', 'first-visit', 'discharged')) = (day IS NOT NULL)),
    CHECK ((kind = 'visits') = (visits IS NOT NULL)),
    CHECK (kind = 'discharged' OR reason = '')
) STRICT;

CREATE INDEX return_event_by_prescription ON return_event (prescription_id, recorded_at, id);
CREATE INDEX return_event_by_form ON return_event (form_digest) WHERE form_digest IS NOT NULL;

CREATE TABLE return_event_withdrawal (
    event_id TEXT PRIMARY KEY NOT NULL REFERENCES return_event (id),
    withdrawn_at TEXT NOT NULL,
    withdrawn_by TEXT NOT NULL REFERENCES account (id)
) STRICT;

CREATE TABLE return_report (
    event_id TEXT PRIMARY KEY NOT NULL REFERENCES return_event (id),
    media_type TEXT NOT NULL CHECK (media_type IN ('application/pdf', 'text/plain')),
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 10485760)
) STRICT;

CREATE TRIGGER return_event_is_never_updated BEFORE UPDATE ON return_event
BEGIN SELECT RAISE(ABORT, 'what was told stands'); END;
CREATE TRIGGER return_event_is_never_deleted BEFORE DELETE ON return_event
BEGIN SELECT RAISE(ABORT, 'what was told stands'); END;
CREATE TRIGGER return_event_withdrawal_is_never_updated BEFORE UPDATE ON return_event_withdrawal
BEGIN SELECT RAISE(ABORT, 'a withdrawal stands'); END;
CREATE TRIGGER return_event_withdrawal_is_never_deleted BEFORE DELETE ON return_event_withdrawal
BEGIN SELECT RAISE(ABORT, 'a withdrawal stands'); END;
CREATE TRIGGER return_report_is_never_updated BEFORE UPDATE ON return_report
BEGIN SELECT RAISE(ABORT, 'a report stands'); END;
CREATE TRIGGER return_report_is_never_deleted BEFORE DELETE ON return_report
BEGIN SELECT RAISE(ABORT, 'a report stands'); END;

-- Where each signed prescription stands, taken together from the events, so that lists of a hundred thousand are quick.
CREATE TABLE therapy_course (
    prescription_id TEXT PRIMARY KEY NOT NULL REFERENCES therapy_prescription (id),
    clinician_id TEXT NOT NULL REFERENCES account (id),
    number_year INTEGER NOT NULL,
    number_count INTEGER NOT NULL,
    is_in_force INTEGER NOT NULL DEFAULT 1 CHECK (is_in_force IN (0, 1)),
    practice_npi TEXT,
    practice_likeness TEXT NOT NULL,
    signed_at TEXT NOT NULL,
    sent_at TEXT,
    heard_at TEXT,
    received_on TEXT,
    first_visit_on TEXT,
    visits_used INTEGER,
    visits_authorised INTEGER NOT NULL,
    reported_at TEXT,
    discharged_on TEXT,
    discharged_at TEXT,
    valid_until TEXT,
    last_day TEXT NOT NULL,
    is_unseen INTEGER NOT NULL DEFAULT 0 CHECK (is_unseen IN (0, 1)),
    -- Both follow from what stands above (therapy_course_stands); a generated column would not be read from an index alone.
    quiet_since TEXT NOT NULL DEFAULT '',
    -- Without what time alone changes: silent and ended.
    stage TEXT NOT NULL DEFAULT 'signed'
        CHECK (stage IN ('over', 'discharged', 'reported', 'treatment', 'received', 'sent', 'signed'))
) STRICT;

CREATE INDEX therapy_course_by_stage
    ON therapy_course (stage, number_year, number_count, last_day, quiet_since);
CREATE INDEX therapy_course_by_last_day ON therapy_course (stage, last_day, quiet_since);
CREATE INDEX therapy_course_waiting ON therapy_course (number_year, number_count, last_day, quiet_since, stage)
    WHERE stage IN ('signed', 'sent', 'received', 'treatment');
CREATE INDEX therapy_course_open
    ON therapy_course (last_day, stage, valid_until, visits_used, visits_authorised, number_year, number_count)
    WHERE stage NOT IN ('over', 'discharged');
CREATE INDEX therapy_course_unseen ON therapy_course (clinician_id, heard_at) WHERE is_unseen = 1;
CREATE INDEX therapy_course_by_likeness ON therapy_course (practice_likeness, signed_at, reported_at);
CREATE INDEX therapy_course_by_npi ON therapy_course (practice_npi, signed_at, reported_at)
    WHERE practice_npi IS NOT NULL;

CREATE TRIGGER therapy_course_begins AFTER UPDATE OF status ON therapy_prescription
WHEN OLD.status = 'draft' AND NEW.status = 'signed'
BEGIN
    INSERT INTO therapy_course (prescription_id, clinician_id, number_year, number_count, practice_npi, practice_likeness,
        signed_at, visits_authorised, valid_until, last_day)
    VALUES (NEW.id, NEW.clinician_id, NEW.number_year, NEW.number_count,
        nullif(json_extract(NEW.sheet, '$.sheet.practice.npi'), ''), practice_likeness(NEW.practice), NEW.signed_at,
        json_extract(NEW.sheet, '$.sheet.therapies.plan.visits'),
        json_extract(NEW.sheet, '$.sheet.therapies.validUntil'),
        coalesce(json_extract(NEW.sheet, '$.sheet.therapies.validUntil'), date(NEW.signed_at, '+365 days')));
END;
CREATE TRIGGER therapy_course_is_over AFTER UPDATE OF status ON therapy_prescription
WHEN NEW.status IN ('superseded', 'cancelled')
BEGIN UPDATE therapy_course SET is_in_force = 0, is_unseen = 0 WHERE prescription_id = NEW.id; END;

CREATE TRIGGER therapy_course_stands_first AFTER INSERT ON therapy_course
BEGIN UPDATE therapy_course SET is_in_force = NEW.is_in_force WHERE prescription_id = NEW.prescription_id; END;
CREATE TRIGGER therapy_course_stands AFTER UPDATE OF is_in_force, signed_at, sent_at, heard_at, received_on, first_visit_on,
    visits_used, reported_at, discharged_on ON therapy_course
BEGIN
    UPDATE therapy_course SET quiet_since = coalesce(heard_at, sent_at, signed_at), stage = CASE
        WHEN is_in_force = 0 THEN 'over'
        WHEN discharged_on IS NOT NULL THEN 'discharged'
        WHEN reported_at IS NOT NULL THEN 'reported'
        WHEN first_visit_on IS NOT NULL OR visits_used > 0 THEN 'treatment'
        WHEN received_on IS NOT NULL THEN 'received'
        WHEN sent_at IS NOT NULL THEN 'sent'
        ELSE 'signed' END
    WHERE prescription_id = NEW.prescription_id;
END;

-- Sent: a server accepted a message with it, to anybody but the clinic itself. The first counts.
CREATE TRIGGER therapy_course_is_sent AFTER UPDATE OF state ON delivery
WHEN NEW.state = 'sent' AND NEW.recipient_kind <> 'own' AND NEW.therapy_prescription_id IS NOT NULL
BEGIN
    UPDATE therapy_course SET sent_at = coalesce(sent_at, NEW.sent_at)
    WHERE prescription_id = NEW.therapy_prescription_id;
END;

INSERT INTO therapy_course (prescription_id, clinician_id, number_year, number_count, is_in_force, practice_npi,
    practice_likeness, signed_at, sent_at, visits_authorised, valid_until, last_day)
SELECT id, clinician_id, number_year, number_count, status = 'signed',
    nullif(json_extract(sheet, '$.sheet.practice.npi'), ''), practice_likeness(practice), signed_at,
    (SELECT min(sent_at) FROM delivery WHERE therapy_prescription_id = therapy_prescription.id AND recipient_kind <> 'own'),
    json_extract(sheet, '$.sheet.therapies.plan.visits'), json_extract(sheet, '$.sheet.therapies.validUntil'),
    coalesce(json_extract(sheet, '$.sheet.therapies.validUntil'), date(signed_at, '+365 days'))
FROM therapy_prescription WHERE status <> 'draft';

-- A sheet is printed anew once its code is another one: the PDF handed out before stays beside the new one. 0 is a sheet
-- without a code.
CREATE TABLE therapy_prescription_pdf_new (
    prescription_id TEXT NOT NULL REFERENCES therapy_prescription (id),
    paper TEXT NOT NULL CHECK (paper IN ('a4', 'letter')),
    status TEXT NOT NULL CHECK (status IN ('signed', 'superseded', 'cancelled')),
    code_edition INTEGER NOT NULL CHECK (code_edition >= 0),
    made_at TEXT NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    bytes BLOB NOT NULL,
    PRIMARY KEY (prescription_id, paper, status, code_edition)
) STRICT;
INSERT INTO therapy_prescription_pdf_new
SELECT prescription_id, paper, status, 0, made_at, sha256, bytes FROM therapy_prescription_pdf;
DROP TABLE therapy_prescription_pdf;
ALTER TABLE therapy_prescription_pdf_new RENAME TO therapy_prescription_pdf;
CREATE TRIGGER therapy_prescription_pdf_is_never_updated BEFORE UPDATE ON therapy_prescription_pdf
BEGIN SELECT RAISE(ABORT, 'a signed sheet keeps its PDF'); END;
CREATE TRIGGER therapy_prescription_pdf_is_never_deleted BEFORE DELETE ON therapy_prescription_pdf
BEGIN SELECT RAISE(ABORT, 'a signed sheet keeps its PDF'); END;

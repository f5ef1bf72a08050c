-- Forms that entered a patient: the same form sent twice enters one patient, however close together the two arrive.

CREATE TABLE patient_form_key (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32), -- SHA-256 of who sent what, with the form's random key
    patient_id TEXT NOT NULL REFERENCES patient (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX patient_form_key_by_patient ON patient_form_key (patient_id);

CREATE TRIGGER patient_form_key_is_never_updated BEFORE UPDATE ON patient_form_key
BEGIN SELECT RAISE(ABORT, 'what a form entered is never changed'); END;
CREATE TRIGGER patient_form_key_is_never_deleted BEFORE DELETE ON patient_form_key
BEGIN SELECT RAISE(ABORT, 'what a form entered is never forgotten'); END;

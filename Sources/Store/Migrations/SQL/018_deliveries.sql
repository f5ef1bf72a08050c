-- The outbox: one row per message and recipient, with what is sent as it was previewed and what became of it.

CREATE TABLE delivery (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    therapy_prescription_id TEXT REFERENCES therapy_prescription (id),
    medication_prescription_id TEXT REFERENCES medication_prescription (id),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    channel TEXT NOT NULL CHECK (channel IN ('email', 'text-message')),
    recipient_kind TEXT NOT NULL CHECK (recipient_kind IN ('practice', 'patient', 'own', 'other')),
    recipient_name TEXT NOT NULL CHECK (length(recipient_name) <= 200),
    address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    content TEXT NOT NULL CHECK (json_valid(content)),
    -- SHA-256 of the PDF that is attached; null for none.
    sheet_sha256 BLOB CHECK (length(sheet_sha256) = 32),
    state TEXT NOT NULL
        CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'failed', 'uncertain', 'cancelled')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_attempt_at TEXT,
    failure TEXT CHECK (length(failure) BETWEEN 1 AND 40),
    server_words TEXT CHECK (length(server_words) BETWEEN 1 AND 500),
    server_reference TEXT CHECK (length(server_reference) BETWEEN 1 AND 200),
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES account (id),
    sent_at TEXT,
    changed_at TEXT NOT NULL,
    replaces_id TEXT REFERENCES delivery (id),
    CHECK ((therapy_prescription_id IS NULL) <> (medication_prescription_id IS NULL)),
    CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
    CHECK ((state IN ('sent', 'delivered')) = (sent_at IS NOT NULL)),
    CHECK (replaces_id IS NOT id)
) STRICT;

CREATE INDEX delivery_of_therapy ON delivery (therapy_prescription_id, id) WHERE therapy_prescription_id IS NOT NULL;
CREATE INDEX delivery_of_medication ON delivery (medication_prescription_id, id)
    WHERE medication_prescription_id IS NOT NULL;
CREATE INDEX delivery_waiting ON delivery (channel, next_attempt_at, id) WHERE state = 'queued';
CREATE INDEX delivery_by_state ON delivery (state, changed_at);
CREATE INDEX delivery_replacing ON delivery (replaces_id) WHERE replaces_id IS NOT NULL;

CREATE TRIGGER delivery_is_never_deleted BEFORE DELETE ON delivery
BEGIN SELECT RAISE(ABORT, 'deliveries are never deleted'); END;
CREATE TRIGGER delivery_stays_what_it_is
BEFORE UPDATE OF id, therapy_prescription_id, medication_prescription_id, patient_id, channel, recipient_kind, recipient_name,
    address, content, sheet_sha256, created_at, created_by, replaces_id ON delivery
BEGIN SELECT RAISE(ABORT, 'what is sent to whom never changes'); END;
CREATE TRIGGER delivery_goes_its_way BEFORE UPDATE OF state ON delivery
WHEN NOT (
    OLD.state = NEW.state
    OR (OLD.state = 'queued' AND NEW.state IN ('sending', 'cancelled', 'failed'))
    OR (OLD.state = 'sending' AND NEW.state IN ('queued', 'sent', 'failed', 'uncertain'))
    OR (OLD.state = 'sent' AND NEW.state IN ('delivered'))
    OR (OLD.state IN ('failed', 'uncertain', 'cancelled') AND NEW.state = 'queued'))
BEGIN SELECT RAISE(ABORT, 'a delivery cannot go from this state to that'); END;

-- Forms that queued deliveries: the same form sent twice queues once, however close together the two arrive.
CREATE TABLE delivery_form_key (
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    place INTEGER NOT NULL CHECK (place >= 0),
    delivery_id TEXT NOT NULL UNIQUE REFERENCES delivery (id),
    PRIMARY KEY (digest, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER delivery_form_key_is_never_updated BEFORE UPDATE ON delivery_form_key
BEGIN SELECT RAISE(ABORT, 'what a form queued is never changed'); END;
CREATE TRIGGER delivery_form_key_is_never_deleted BEFORE DELETE ON delivery_form_key
BEGIN SELECT RAISE(ABORT, 'what a form queued is never forgotten'); END;

-- What patients said about messages without encryption: a row per answer, never changed, never deleted. The latest holds.

CREATE TABLE message_consent (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    channel TEXT NOT NULL CHECK (channel IN ('email', 'text-message')),
    decision TEXT NOT NULL CHECK (decision IN ('given', 'refused', 'withdrawn')),
    manner TEXT NOT NULL CHECK (manner IN ('spoken', 'written', 'account')),
    recorded_at TEXT NOT NULL,
    recorded_by TEXT NOT NULL REFERENCES account (id),
    wording_version INTEGER NOT NULL CHECK (wording_version >= 1),
    wording_language TEXT NOT NULL CHECK (length(wording_language) BETWEEN 2 AND 35),
    wording TEXT NOT NULL CHECK (length(wording) BETWEEN 1 AND 2000) -- the question as it was shown
) STRICT;

CREATE INDEX message_consent_by_patient ON message_consent (patient_id, serial);

CREATE TRIGGER message_consent_is_never_updated BEFORE UPDATE ON message_consent
BEGIN SELECT RAISE(ABORT, 'what a patient said is never changed'); END;
CREATE TRIGGER message_consent_is_never_deleted BEFORE DELETE ON message_consent
BEGIN SELECT RAISE(ABORT, 'what a patient said is never deleted'); END;

-- Failures that somebody has seen and dealt with in another way: they leave the home page.
CREATE TABLE delivery_acknowledgement (
    delivery_id TEXT PRIMARY KEY NOT NULL REFERENCES delivery (id),
    acknowledged_at TEXT NOT NULL,
    acknowledged_by TEXT NOT NULL REFERENCES account (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_failed_by_sender ON delivery (created_by, id) WHERE state IN ('failed', 'uncertain');
-- Numbers that took no text message.
CREATE INDEX delivery_to_landline ON delivery (address) WHERE failure = 'landline';

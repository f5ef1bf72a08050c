-- Codes on paper with which a patient makes an account, or gives the account a new password.

CREATE TABLE invitation (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    account_id TEXT REFERENCES account (id), -- which gets a new password; null: makes an account
    code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32), -- with the server's key; the code is kept nowhere
    made_at TEXT NOT NULL,
    made_by TEXT REFERENCES account (id),
    valid_until TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- right codes with a wrong date of birth
    ended_at TEXT,
    ended_as TEXT CHECK (ended_as IN ('used', 'revoked', 'replaced', 'failed')),
    used_by TEXT REFERENCES account (id), -- the account made or renewed with it
    CHECK ((ended_at IS NULL) = (ended_as IS NULL)),
    CHECK ((used_by IS NOT NULL) = (ended_as IS 'used'))
) STRICT;

-- One at a time.
CREATE UNIQUE INDEX invitation_open ON invitation (patient_id) WHERE ended_at IS NULL;
CREATE INDEX invitation_by_patient ON invitation (patient_id, made_at, id);

CREATE TRIGGER invitation_is_never_deleted BEFORE DELETE ON invitation
BEGIN SELECT RAISE(ABORT, 'invitations are never deleted'); END;
CREATE TRIGGER invitation_ends_once BEFORE UPDATE ON invitation
WHEN OLD.ended_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.patient_id <> OLD.patient_id
    OR NEW.account_id IS NOT OLD.account_id OR NEW.code_hash <> OLD.code_hash OR NEW.made_at <> OLD.made_at
    OR NEW.made_by IS NOT OLD.made_by OR NEW.valid_until <> OLD.valid_until OR NEW.failures < OLD.failures
BEGIN SELECT RAISE(ABORT, 'an invitation ends once and never changes'); END;

-- The accounts of a patient.
CREATE INDEX account_by_patient ON account (patient_id) WHERE patient_id IS NOT NULL;

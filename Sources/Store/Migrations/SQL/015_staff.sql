-- Running the accounts: versions, an admin at all times, and codes with which colleagues make an account.

ALTER TABLE account ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);

CREATE INDEX account_of_staff ON account (name, id) WHERE is_patient = 0;
CREATE INDEX account_of_patients ON account (is_active, id) WHERE is_patient = 1;
CREATE INDEX account_of_admins ON account (is_active) WHERE is_admin = 1;
CREATE INDEX session_by_start ON session (account_id, started_at);

CREATE TRIGGER account_leaves_an_admin BEFORE UPDATE OF is_admin, is_active ON account
WHEN OLD.is_admin AND OLD.is_active AND NOT (NEW.is_admin AND NEW.is_active)
    AND NOT EXISTS (SELECT 1 FROM account WHERE is_admin = 1 AND is_active = 1 AND id <> OLD.id)
BEGIN SELECT RAISE(ABORT, 'the last active admin stays one'); END;
CREATE TRIGGER account_stays_a_patients BEFORE UPDATE OF is_patient, is_clinician, is_admin ON account
WHEN NEW.is_patient <> OLD.is_patient
BEGIN SELECT RAISE(ABORT, 'an account of a patient never becomes one of the staff, nor the other way round'); END;

CREATE TABLE staff_invitation (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    account_id TEXT REFERENCES account (id), -- which gets a new password; null: makes an account of what follows
    name TEXT CHECK (length(name) BETWEEN 1 AND 200),
    email TEXT CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
    is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
    is_clinician INTEGER NOT NULL CHECK (is_clinician IN (0, 1)),
    code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32), -- with the server's key; the code is kept nowhere
    made_at TEXT NOT NULL,
    made_by TEXT REFERENCES account (id), -- null: the program itself
    valid_until TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- right codes with another e-mail address
    ended_at TEXT,
    ended_as TEXT CHECK (ended_as IN ('used', 'revoked', 'replaced', 'failed')),
    used_by TEXT REFERENCES account (id), -- the account made or renewed with it
    CHECK ((account_id IS NULL) = (name IS NOT NULL)),
    CHECK ((account_id IS NULL) = (email IS NOT NULL)),
    CHECK ((account_id IS NULL) = (is_admin + is_clinician >= 1)),
    CHECK ((ended_at IS NULL) = (ended_as IS NULL)),
    CHECK ((used_by IS NOT NULL) = (ended_as IS 'used'))
) STRICT;

-- One at a time, for whom is asked and for each account.
CREATE UNIQUE INDEX staff_invitation_open ON staff_invitation (email) WHERE ended_at IS NULL AND email IS NOT NULL;
CREATE UNIQUE INDEX staff_invitation_renewing ON staff_invitation (account_id)
    WHERE ended_at IS NULL AND account_id IS NOT NULL;
CREATE INDEX staff_invitation_by_account ON staff_invitation (account_id, made_at, id) WHERE account_id IS NOT NULL;
CREATE INDEX staff_invitation_by_email ON staff_invitation (email, made_at) WHERE email IS NOT NULL;
CREATE INDEX staff_invitation_by_end ON staff_invitation (valid_until);
CREATE INDEX staff_invitation_by_author ON staff_invitation (made_by) WHERE ended_at IS NULL;

CREATE TRIGGER staff_invitation_is_never_deleted BEFORE DELETE ON staff_invitation
BEGIN SELECT RAISE(ABORT, 'invitations are never deleted'); END;
CREATE TRIGGER staff_invitation_ends_once BEFORE UPDATE ON staff_invitation
WHEN OLD.ended_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.account_id IS NOT OLD.account_id OR NEW.name IS NOT OLD.name
    OR NEW.email IS NOT OLD.email OR NEW.is_admin <> OLD.is_admin OR NEW.is_clinician <> OLD.is_clinician
    OR NEW.code_hash <> OLD.code_hash OR NEW.made_at <> OLD.made_at OR NEW.made_by IS NOT OLD.made_by
    OR NEW.valid_until <> OLD.valid_until OR NEW.failures < OLD.failures
BEGIN SELECT RAISE(ABORT, 'an invitation ends once and never changes'); END;

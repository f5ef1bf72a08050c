-- People who sign in, their browsers, failed attempts, and the log of who did what.

CREATE TABLE account (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    email TEXT NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
    password_hash TEXT NOT NULL,
    is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
    is_clinician INTEGER NOT NULL DEFAULT 0 CHECK (is_clinician IN (0, 1)),
    is_patient INTEGER NOT NULL DEFAULT 0 CHECK (is_patient IN (0, 1)),
    patient_id TEXT,
    language TEXT,
    is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
    created_at TEXT NOT NULL,
    password_changed_at TEXT NOT NULL,
    CHECK (is_admin + is_clinician + is_patient >= 1),
    CHECK (NOT (is_patient AND (is_admin OR is_clinician))),
    CHECK (patient_id IS NULL OR is_patient)
) STRICT;

CREATE TABLE session (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    account_id TEXT NOT NULL REFERENCES account (id),
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    started_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    ended_at TEXT,
    user_agent TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT;

CREATE INDEX session_by_account ON session (account_id, last_seen_at);

-- One row per throttled thing: an e-mail address' hash or a network address.
CREATE TABLE sign_in_throttle (
    key BLOB PRIMARY KEY NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    last_failure_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL, -- milliseconds since 1970 UTC
    account_id TEXT,
    request_id TEXT,
    action TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    patient_id TEXT,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX audit_entry_by_patient ON audit_entry (patient_id, id);
CREATE INDEX audit_entry_by_account ON audit_entry (account_id, id);

CREATE TRIGGER audit_entry_is_never_updated BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_entry_is_never_deleted BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

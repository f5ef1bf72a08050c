-- How mail and text messages leave the clinic: one row per version, the latest in force. No row: not set up. Passwords are not
-- among it.

CREATE TABLE sending_settings (
    version INTEGER PRIMARY KEY CHECK (version >= 1),
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id),
    settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;

CREATE TRIGGER sending_settings_are_never_updated BEFORE UPDATE ON sending_settings
BEGIN SELECT RAISE(ABORT, 'earlier settings stand'); END;
CREATE TRIGGER sending_settings_are_never_deleted BEFORE DELETE ON sending_settings
BEGIN SELECT RAISE(ABORT, 'earlier settings stand'); END;

-- When somebody signs long after the password was last entered, it is asked for again.

-- When the session's account last proved itself with its password; null: at sign-in.
ALTER TABLE session ADD COLUMN proved_at TEXT;

-- Minutes after which a signature asks for the password again; 0: each time.
ALTER TABLE clinic_settings ADD COLUMN signing_minutes INTEGER NOT NULL DEFAULT 30
    CHECK (signing_minutes BETWEEN 0 AND 720);

-- The clinic's rules for when a dose is on time and when a day ends. No row: as the program has them.

CREATE TABLE dose_windows (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL CHECK (version >= 1),
    minutes_before INTEGER NOT NULL CHECK (minutes_before BETWEEN 0 AND 720),
    -- NULL: half the gap to the next dose.
    minutes_after INTEGER CHECK (minutes_after BETWEEN 15 AND 1440),
    day_end TEXT NOT NULL CHECK (length(day_end) = 5 AND day_end < '12:00'),
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id)
) STRICT;

-- What they were before.
CREATE TABLE dose_windows_version (
    version INTEGER PRIMARY KEY,
    minutes_before INTEGER NOT NULL,
    minutes_after INTEGER,
    day_end TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id)
) STRICT;

CREATE TRIGGER dose_windows_are_kept BEFORE UPDATE ON dose_windows BEGIN
    INSERT INTO dose_windows_version (version, minutes_before, minutes_after, day_end, saved_at, saved_by)
    VALUES (OLD.version, OLD.minutes_before, OLD.minutes_after, OLD.day_end, OLD.saved_at, OLD.saved_by);
END;
CREATE TRIGGER dose_windows_are_never_deleted BEFORE DELETE ON dose_windows
BEGIN SELECT RAISE(ABORT, 'dose windows are never deleted'); END;
CREATE TRIGGER dose_windows_version_is_never_updated BEFORE UPDATE ON dose_windows_version
BEGIN SELECT RAISE(ABORT, 'earlier dose windows stand'); END;
CREATE TRIGGER dose_windows_version_is_never_deleted BEFORE DELETE ON dose_windows_version
BEGIN SELECT RAISE(ABORT, 'earlier dose windows stand'); END;

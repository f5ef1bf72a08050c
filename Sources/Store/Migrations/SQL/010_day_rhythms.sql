-- The patients' own times: when they get up, eat and go to bed. Doses without a time of the clock are placed by them.

CREATE TABLE day_rhythm (
    patient_id TEXT PRIMARY KEY NOT NULL REFERENCES patient (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    wake TEXT CHECK (length(wake) = 5),
    breakfast TEXT CHECK (length(breakfast) = 5),
    lunch TEXT CHECK (length(lunch) = 5),
    dinner TEXT CHECK (length(dinner) = 5),
    bed TEXT CHECK (length(bed) = 5),
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id)
) STRICT, WITHOUT ROWID;

-- What they were before.
CREATE TABLE day_rhythm_version (
    patient_id TEXT NOT NULL REFERENCES patient (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    wake TEXT,
    breakfast TEXT,
    lunch TEXT,
    dinner TEXT,
    bed TEXT,
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id),
    PRIMARY KEY (patient_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER day_rhythm_is_kept BEFORE UPDATE ON day_rhythm BEGIN
    INSERT INTO day_rhythm_version (patient_id, version, wake, breakfast, lunch, dinner, bed, saved_at, saved_by)
    VALUES (OLD.patient_id, OLD.version, OLD.wake, OLD.breakfast, OLD.lunch, OLD.dinner, OLD.bed, OLD.saved_at,
        OLD.saved_by);
END;
CREATE TRIGGER day_rhythm_is_never_deleted BEFORE DELETE ON day_rhythm
BEGIN SELECT RAISE(ABORT, 'own times are never deleted'); END;
CREATE TRIGGER day_rhythm_version_is_never_updated BEFORE UPDATE ON day_rhythm_version
BEGIN SELECT RAISE(ABORT, 'earlier times stand'); END;
CREATE TRIGGER day_rhythm_version_is_never_deleted BEFORE DELETE ON day_rhythm_version
BEGIN SELECT RAISE(ABORT, 'earlier times stand'); END;

-- How an account reads the clock; an account without a row has 24 hours.
CREATE TABLE clock_style (
    account_id TEXT PRIMARY KEY NOT NULL REFERENCES account (id),
    style TEXT NOT NULL CHECK (style IN ('24', '12'))
) STRICT, WITHOUT ROWID;

-- The few entries that answer no expected dose, for charts.
CREATE INDEX administration_unplanned ON administration (series_id, day) WHERE slot IS NULL AND status <> 'undone';

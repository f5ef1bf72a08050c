-- The log of doses taken and not taken. An entry is corrected by a new version of itself; every earlier one stays.

CREATE TABLE administration (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    series_id TEXT NOT NULL REFERENCES medication_prescription (id),
    prescription_id TEXT NOT NULL REFERENCES medication_prescription (id),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    -- The form's own key: the same form sent twice, or late after its entry was taken back, makes one entry.
    form_key TEXT NOT NULL CHECK (length(form_key) BETWEEN 1 AND 64),
    version INTEGER NOT NULL CHECK (version >= 1),
    status TEXT NOT NULL CHECK (status IN ('taken', 'not-taken', 'undone')),
    slot TEXT CHECK (slot IS NULL OR length(slot) BETWEEN 1 AND 100),
    planned_at TEXT,
    at TEXT NOT NULL,
    zone TEXT NOT NULL,
    local_date TEXT NOT NULL CHECK (length(local_date) = 10),
    local_time TEXT NOT NULL CHECK (length(local_time) = 5),
    day TEXT NOT NULL CHECK (length(day) = 10), -- of the plan, which the entry counts for
    medicine TEXT NOT NULL CHECK (length(medicine) BETWEEN 1 AND 500),
    dose TEXT CHECK (dose IS NULL OR json_valid(dose)),
    amount TEXT CHECK (amount IS NULL OR json_valid(amount)),
    reason TEXT CHECK (reason IN
        ('forgot', 'side-effect', 'ran-out', 'told-to-stop', 'asleep', 'felt-well', 'cost', 'other')),
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
    recorded_at TEXT NOT NULL,
    recorded_by TEXT REFERENCES account (id),
    CHECK ((status = 'not-taken') <= (reason IS NOT NULL)),
    CHECK ((status = 'taken') <= (reason IS NULL)),
    UNIQUE (series_id, form_key)
) STRICT;

-- One entry answers a slot.
CREATE UNIQUE INDEX administration_slot ON administration (series_id, slot)
    WHERE slot IS NOT NULL AND status <> 'undone';
CREATE INDEX administration_by_time ON administration (series_id, at, id) WHERE status <> 'undone';
CREATE INDEX administration_by_day ON administration (series_id, day) WHERE status <> 'undone';
CREATE INDEX administration_by_patient ON administration (patient_id, at);

-- What entries said before they were corrected or taken back.
CREATE TABLE administration_version (
    administration_id TEXT NOT NULL REFERENCES administration (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    status TEXT NOT NULL,
    slot TEXT,
    planned_at TEXT,
    at TEXT NOT NULL,
    zone TEXT NOT NULL,
    day TEXT NOT NULL,
    medicine TEXT NOT NULL,
    dose TEXT,
    amount TEXT,
    reason TEXT,
    note TEXT NOT NULL,
    replaced_at TEXT NOT NULL,
    replaced_by TEXT REFERENCES account (id),
    PRIMARY KEY (administration_id, version)
) STRICT, WITHOUT ROWID;

-- How many doses of a day were taken and not taken, so that a chart costs as much as it shows, not as much as there is.
CREATE TABLE administration_day (
    series_id TEXT NOT NULL REFERENCES medication_prescription (id),
    day TEXT NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0 CHECK (taken >= 0),
    not_taken INTEGER NOT NULL DEFAULT 0 CHECK (not_taken >= 0),
    PRIMARY KEY (series_id, day)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER administration_is_counted AFTER INSERT ON administration BEGIN
    INSERT INTO administration_day (series_id, day, taken, not_taken)
    VALUES (NEW.series_id, NEW.day, NEW.status = 'taken', NEW.status = 'not-taken')
    ON CONFLICT (series_id, day) DO UPDATE SET taken = taken + excluded.taken, not_taken = not_taken + excluded.not_taken;
END;

CREATE TRIGGER administration_is_counted_again AFTER UPDATE OF status, day ON administration BEGIN
    UPDATE administration_day SET taken = taken - (OLD.status = 'taken'),
        not_taken = not_taken - (OLD.status = 'not-taken') WHERE series_id = OLD.series_id AND day = OLD.day;
    INSERT INTO administration_day (series_id, day, taken, not_taken)
    VALUES (NEW.series_id, NEW.day, NEW.status = 'taken', NEW.status = 'not-taken')
    ON CONFLICT (series_id, day) DO UPDATE SET taken = taken + excluded.taken, not_taken = not_taken + excluded.not_taken;
END;

CREATE TRIGGER administration_is_never_deleted BEFORE DELETE ON administration
BEGIN SELECT RAISE(ABORT, 'entries of the log are never deleted'); END;

CREATE TRIGGER administration_keeps_its_place BEFORE UPDATE ON administration
WHEN NEW.id <> OLD.id OR NEW.series_id <> OLD.series_id OR NEW.patient_id <> OLD.patient_id
    OR NEW.form_key <> OLD.form_key OR NEW.recorded_at <> OLD.recorded_at OR NEW.recorded_by IS NOT OLD.recorded_by
    OR NEW.version <> OLD.version + 1
    OR NOT EXISTS (SELECT 1 FROM administration_version WHERE administration_id = OLD.id AND version = OLD.version)
BEGIN SELECT RAISE(ABORT, 'an entry is corrected by a new version'); END;

CREATE TRIGGER administration_version_is_never_updated BEFORE UPDATE ON administration_version
BEGIN SELECT RAISE(ABORT, 'earlier entries stand'); END;
CREATE TRIGGER administration_version_is_never_deleted BEFORE DELETE ON administration_version
BEGIN SELECT RAISE(ABORT, 'earlier entries stand'); END;

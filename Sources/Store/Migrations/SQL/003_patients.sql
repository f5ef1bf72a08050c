-- Patients: a row that names the record, a row per version of what it says (never changed, never deleted), what search
-- finds it by, who used it when, and which records were found to be one person's.

CREATE TABLE patient (
    serial INTEGER PRIMARY KEY AUTOINCREMENT, -- the human number without its check digit
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
    version INTEGER NOT NULL CHECK (version >= 1),
    merged_into TEXT REFERENCES patient (id),
    -- The record that stands for this one: the end of the chain of merged_into, itself when not merged. What belongs to
    -- a patient keeps the id it was written with and is found by
    -- patient_id IN (SELECT id FROM patient WHERE survivor_id = ?).
    survivor_id TEXT NOT NULL REFERENCES patient (id),
    created_at TEXT NOT NULL,
    CHECK ((merged_into IS NULL) = (survivor_id = id)),
    CHECK (merged_into IS NOT id)
) STRICT;

INSERT INTO sqlite_sequence (name, seq) VALUES ('patient', 1000);

CREATE INDEX patient_by_survivor ON patient (survivor_id, id);
CREATE INDEX patient_by_merged_into ON patient (merged_into) WHERE merged_into IS NOT NULL;

CREATE TRIGGER patient_is_never_deleted BEFORE DELETE ON patient
BEGIN SELECT RAISE(ABORT, 'patients are never deleted'); END;

CREATE TABLE patient_version (
    patient_id TEXT NOT NULL REFERENCES patient (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    changed_at TEXT NOT NULL,
    changed_by TEXT REFERENCES account (id), -- null: the program itself
    cause TEXT NOT NULL CHECK (cause IN ('created', 'edited', 'merged', 'unmerged')),
    given TEXT NOT NULL CHECK (length(given) <= 200),
    family TEXT NOT NULL CHECK (length(family) <= 200),
    name_order TEXT NOT NULL CHECK (name_order IN ('given-first', 'family-first')),
    birth_date TEXT NOT NULL
        CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND birth_date >= '1880-01-01'),
    sex TEXT NOT NULL CHECK (sex IN ('female', 'male', 'other', 'unknown')),
    street TEXT NOT NULL,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    postcode TEXT NOT NULL,
    country TEXT CHECK (country GLOB '[A-Z][A-Z]'),
    phone TEXT CHECK (phone GLOB '+[1-9][0-9]*'), -- E.164
    email TEXT CHECK (length(email) BETWEEN 3 AND 254),
    language TEXT CHECK (length(language) BETWEEN 2 AND 35), -- BCP 47
    time_zone TEXT CHECK (length(time_zone) BETWEEN 1 AND 64), -- IANA
    notes TEXT NOT NULL,
    allergy_status TEXT NOT NULL CHECK (allergy_status IN ('not-asked', 'none-known', 'recorded')),
    pregnancy_status TEXT CHECK (pregnancy_status IN ('pregnant', 'possibly-pregnant', 'not-pregnant')),
    pregnancy_on TEXT,
    -- Exact decimals as text, units as UCUM codes.
    weight_value TEXT CHECK (weight_value GLOB '[0-9]*' AND NOT weight_value GLOB '*[^0-9.]*'),
    weight_unit TEXT CHECK (weight_unit IN ('kg', '[lb_av]')),
    weight_on TEXT,
    height_value TEXT CHECK (height_value GLOB '[0-9]*' AND NOT height_value GLOB '*[^0-9.]*'),
    height_unit TEXT CHECK (height_unit IN ('cm', '[in_i]')),
    height_on TEXT,
    kidney_value TEXT CHECK (kidney_value GLOB '[0-9]*' AND NOT kidney_value GLOB '*[^0-9.]*'),
    kidney_unit TEXT CHECK (kidney_unit IN ('mL/min/{1.73_m2}', 'mg/dL', 'umol/L')),
    kidney_on TEXT,
    PRIMARY KEY (patient_id, version),
    CHECK (given <> '' OR family <> ''),
    CHECK ((pregnancy_status IS NULL) = (pregnancy_on IS NULL)),
    CHECK ((weight_value IS NULL) = (weight_unit IS NULL) AND (weight_value IS NULL) = (weight_on IS NULL)),
    CHECK ((height_value IS NULL) = (height_unit IS NULL) AND (height_value IS NULL) = (height_on IS NULL)),
    CHECK ((kidney_value IS NULL) = (kidney_unit IS NULL) AND (kidney_value IS NULL) = (kidney_on IS NULL))
) STRICT;

CREATE TABLE patient_allergy (
    patient_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    substance TEXT NOT NULL CHECK (length(substance) >= 1),
    reaction TEXT NOT NULL,
    severity TEXT CHECK (severity IN ('mild', 'moderate', 'severe')),
    PRIMARY KEY (patient_id, version, position),
    FOREIGN KEY (patient_id, version) REFERENCES patient_version (patient_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE patient_condition (
    patient_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    name TEXT NOT NULL CHECK (length(name) >= 1),
    note TEXT NOT NULL,
    PRIMARY KEY (patient_id, version, position),
    FOREIGN KEY (patient_id, version) REFERENCES patient_version (patient_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER patient_allergy_needs_its_status BEFORE INSERT ON patient_allergy
WHEN (SELECT allergy_status FROM patient_version WHERE patient_id = NEW.patient_id AND version = NEW.version)
    IS NOT 'recorded'
BEGIN SELECT RAISE(ABORT, 'allergies beside a status that says there are none'); END;

CREATE TRIGGER patient_version_is_never_updated BEFORE UPDATE ON patient_version
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER patient_version_is_never_deleted BEFORE DELETE ON patient_version
BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;
CREATE TRIGGER patient_allergy_is_never_updated BEFORE UPDATE ON patient_allergy
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER patient_allergy_is_never_deleted BEFORE DELETE ON patient_allergy
BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;
CREATE TRIGGER patient_condition_is_never_updated BEFORE UPDATE ON patient_condition
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER patient_condition_is_never_deleted BEFORE DELETE ON patient_condition
BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;

-- What the search box finds a record by; see PatientToken. A phone number stands here once per end of at least four
-- digits, so that any part of it is the beginning of a token.
CREATE TABLE patient_token (
    kind TEXT NOT NULL CHECK (kind IN ('name', 'born', 'phone', 'email', 'number')),
    token TEXT NOT NULL,
    serial INTEGER NOT NULL REFERENCES patient (serial),
    PRIMARY KEY (kind, token, serial)
) STRICT, WITHOUT ROWID;

CREATE INDEX patient_token_by_patient ON patient_token (serial);

-- When an account last opened a patient's record: the list of recent patients.
CREATE TABLE patient_use (
    account_id TEXT NOT NULL REFERENCES account (id),
    patient_id TEXT NOT NULL REFERENCES patient (id),
    used_at TEXT NOT NULL,
    PRIMARY KEY (account_id, patient_id)
) STRICT, WITHOUT ROWID;

-- Each time a record was merged into another, and taken out again.
CREATE TABLE patient_merge (
    id INTEGER PRIMARY KEY,
    patient_id TEXT NOT NULL REFERENCES patient (id),
    survivor_id TEXT NOT NULL REFERENCES patient (id),
    merged_at TEXT NOT NULL,
    merged_by TEXT REFERENCES account (id),
    -- The survivor's versions before and after; the same when nothing had to be taken over.
    version_before INTEGER NOT NULL,
    version_after INTEGER NOT NULL,
    unmerged_at TEXT,
    unmerged_by TEXT REFERENCES account (id),
    CHECK (patient_id <> survivor_id),
    CHECK (unmerged_by IS NULL OR unmerged_at IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX patient_merge_in_force ON patient_merge (patient_id) WHERE unmerged_at IS NULL;

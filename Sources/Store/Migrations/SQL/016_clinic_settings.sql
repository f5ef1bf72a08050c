-- What the clinic is called, where it is and how it reads and prints: one row per version, the latest in force. No row: as
-- the program has it.

CREATE TABLE clinic_settings (
    version INTEGER PRIMARY KEY CHECK (version >= 1),
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    street TEXT NOT NULL CHECK (length(street) <= 200),
    city TEXT NOT NULL CHECK (length(city) <= 100),
    state TEXT NOT NULL CHECK (length(state) <= 100),
    postcode TEXT NOT NULL CHECK (length(postcode) <= 20),
    country TEXT CHECK (country GLOB '[A-Z][A-Z]'),
    phone TEXT CHECK (phone GLOB '+[1-9][0-9]*'),
    icon TEXT REFERENCES picture (hash),
    languages TEXT NOT NULL CHECK (length(languages) >= 2), -- codes apart by commas
    default_language TEXT NOT NULL
        CHECK (instr(',' || languages || ',', ',' || default_language || ',') > 0),
    time_zone TEXT CHECK (length(time_zone) BETWEEN 1 AND 60), -- null: the machine's
    clock TEXT NOT NULL CHECK (clock IN ('12', '24')),
    weight_unit TEXT CHECK (weight_unit IN ('kg', '[lb_av]')), -- null: as usual in the country, as are the next two
    height_unit TEXT CHECK (height_unit IN ('cm', '[in_i]')),
    paper TEXT CHECK (paper IN ('a4', 'letter'))
) STRICT;

CREATE TRIGGER clinic_settings_are_never_updated BEFORE UPDATE ON clinic_settings
BEGIN SELECT RAISE(ABORT, 'earlier settings stand'); END;
CREATE TRIGGER clinic_settings_are_never_deleted BEFORE DELETE ON clinic_settings
BEGIN SELECT RAISE(ABORT, 'earlier settings stand'); END;

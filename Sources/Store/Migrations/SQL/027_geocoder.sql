-- The service that is asked where a street lies: one row per version, the latest in force. No row, or null: none. Its secret
-- is not among it.
CREATE TABLE geocoder_settings (
    version INTEGER PRIMARY KEY CHECK (version >= 1),
    saved_at TEXT NOT NULL,
    saved_by TEXT REFERENCES account (id),
    settings TEXT CHECK (settings IS NULL OR json_valid(settings)) -- null: streets are not looked up
) STRICT;

CREATE TRIGGER geocoder_settings_are_never_updated BEFORE UPDATE ON geocoder_settings
BEGIN SELECT RAISE(ABORT, 'earlier settings stand'); END;
CREATE TRIGGER geocoder_settings_are_never_deleted BEFORE DELETE ON geocoder_settings
BEGIN SELECT RAISE(ABORT, 'earlier settings stand'); END;

-- What was answered for an address. The address itself is not kept here: the key is the SHA-256 of it, normalised.
CREATE TABLE street_point (
    address_hash BLOB PRIMARY KEY NOT NULL CHECK (length(address_hash) = 32),
    looked_up_at TEXT NOT NULL,
    -- The version of the settings with the geocoder's address.
    geocoder INTEGER NOT NULL REFERENCES geocoder_settings (version),
    outcome TEXT NOT NULL CHECK (outcome IN ('found', 'unknown', 'failed')),
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    CHECK ((outcome = 'found') = (latitude IS NOT NULL AND longitude IS NOT NULL))
) STRICT, WITHOUT ROWID;

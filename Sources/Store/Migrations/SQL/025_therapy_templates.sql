-- Lists of therapies that the clinic's clinicians make themselves. A version is never changed: prescriptions name the one
-- they were written with. Templates are archived, never deleted.

CREATE TABLE therapy_template (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    owner_id TEXT NOT NULL REFERENCES account (id),
    version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1), -- the latest
    working TEXT CHECK (working IS NULL OR json_valid(working)), -- changes that are no version yet
    edit_version INTEGER NOT NULL DEFAULT 1 CHECK (edit_version >= 1), -- counts every change of them
    is_published INTEGER NOT NULL DEFAULT 0 CHECK (is_published IN (0, 1)),
    created_at TEXT NOT NULL,
    archived_at TEXT
) STRICT;

CREATE INDEX therapy_template_by_owner ON therapy_template (owner_id);

CREATE TABLE therapy_template_version (
    template_id TEXT NOT NULL REFERENCES therapy_template (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    content TEXT NOT NULL CHECK (json_valid(content)), -- the format of data/therapies, with everything in its place
    made_at TEXT NOT NULL,
    made_by TEXT NOT NULL REFERENCES account (id),
    made_by_name TEXT NOT NULL CHECK (length(made_by_name) >= 1),
    PRIMARY KEY (template_id, version)
) STRICT;

-- Of shipped templates too, which are named by their short id.
CREATE TABLE therapy_template_approval (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
    template TEXT NOT NULL CHECK (length(template) BETWEEN 1 AND 60),
    version INTEGER NOT NULL CHECK (version >= 1),
    approved_at TEXT NOT NULL,
    approved_by TEXT NOT NULL REFERENCES account (id),
    approved_by_name TEXT NOT NULL CHECK (length(approved_by_name) >= 1),
    revoked_at TEXT,
    revoked_by TEXT REFERENCES account (id),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
) STRICT;

CREATE UNIQUE INDEX therapy_template_approval_in_force ON therapy_template_approval (template, version)
    WHERE revoked_at IS NULL;

-- What a clinician's new prescriptions begin with.
CREATE TABLE therapy_template_default (
    account_id TEXT PRIMARY KEY NOT NULL REFERENCES account (id),
    template TEXT NOT NULL CHECK (length(template) BETWEEN 1 AND 60)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER therapy_template_is_never_deleted BEFORE DELETE ON therapy_template
BEGIN SELECT RAISE(ABORT, 'templates are archived'); END;
CREATE TRIGGER therapy_template_keeps_its_owner BEFORE UPDATE ON therapy_template
WHEN NEW.id <> OLD.id OR NEW.owner_id <> OLD.owner_id OR NEW.created_at <> OLD.created_at OR NEW.version < OLD.version
BEGIN SELECT RAISE(ABORT, 'a template keeps its owner'); END;
CREATE TRIGGER therapy_template_version_is_never_updated BEFORE UPDATE ON therapy_template_version
BEGIN SELECT RAISE(ABORT, 'a version is never changed'); END;
CREATE TRIGGER therapy_template_version_is_never_deleted BEFORE DELETE ON therapy_template_version
BEGIN SELECT RAISE(ABORT, 'a version is never changed'); END;
CREATE TRIGGER therapy_template_approval_is_only_revoked BEFORE UPDATE ON therapy_template_approval
WHEN NEW.id <> OLD.id OR NEW.template <> OLD.template OR NEW.version <> OLD.version OR NEW.approved_at <> OLD.approved_at
    OR NEW.approved_by <> OLD.approved_by OR NEW.approved_by_name <> OLD.approved_by_name OR OLD.revoked_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an approval is only revoked'); END;
CREATE TRIGGER therapy_template_approval_is_never_deleted BEFORE DELETE ON therapy_template_approval
BEGIN SELECT RAISE(ABORT, 'an approval is only revoked'); END;

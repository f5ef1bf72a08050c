-- The audit log is read by time and by what was done, too.

CREATE INDEX audit_entry_by_time ON audit_entry (at, id);
CREATE INDEX audit_entry_by_action ON audit_entry (action, id);

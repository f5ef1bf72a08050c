-- What becomes of a message after a gateway accepted it, the pictures that gateways fetch, and clinicians' own numbers.

-- One row per message whose gateway is asked, or was, what became of it.
CREATE TABLE delivery_question (
    delivery_id TEXT PRIMARY KEY NOT NULL REFERENCES delivery (id),
    accepted_at TEXT NOT NULL,
    asked INTEGER NOT NULL DEFAULT 0 CHECK (asked >= 0),
    next_at TEXT, -- null: it is not asked any more
    answered_at TEXT, -- when the gateway said that it arrived, or that it never will; null: not known
    CHECK (answered_at IS NULL OR next_at IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_question_due ON delivery_question (next_at, delivery_id) WHERE next_at IS NOT NULL;

CREATE TRIGGER delivery_question_is_never_deleted BEFORE DELETE ON delivery_question
BEGIN SELECT RAISE(ABORT, 'what a gateway accepted is never forgotten'); END;

-- What was accepted may turn out not to arrive.
DROP TRIGGER delivery_goes_its_way;
CREATE TRIGGER delivery_goes_its_way BEFORE UPDATE OF state ON delivery
WHEN NOT (
    OLD.state = NEW.state
    OR (OLD.state = 'queued' AND NEW.state IN ('sending', 'cancelled', 'failed'))
    OR (OLD.state = 'sending' AND NEW.state IN ('queued', 'sent', 'failed', 'uncertain'))
    OR (OLD.state = 'sent' AND NEW.state = 'delivered')
    OR (OLD.state = 'sent' AND NEW.state = 'failed'
        AND EXISTS (SELECT 1 FROM delivery_question WHERE delivery_id = OLD.id))
    OR (OLD.state IN ('failed', 'uncertain', 'cancelled') AND NEW.state = 'queued'
        AND NOT EXISTS (SELECT 1 FROM delivery_question WHERE delivery_id = OLD.id)))
BEGIN SELECT RAISE(ABORT, 'a delivery cannot go from this state to that'); END;

-- A prescription whose only message did not arrive was not sent.
CREATE TRIGGER therapy_course_is_not_sent AFTER UPDATE OF state ON delivery
WHEN OLD.state = 'sent' AND NEW.state = 'failed' AND NEW.recipient_kind <> 'own' AND NEW.therapy_prescription_id IS NOT NULL
BEGIN
    UPDATE therapy_course SET sent_at = (
        SELECT min(sent_at) FROM delivery
        WHERE therapy_prescription_id = NEW.therapy_prescription_id AND recipient_kind <> 'own')
    WHERE prescription_id = NEW.therapy_prescription_id;
END;

-- The sheet as a picture for a gateway that fetches it: for a short time, a few times, under a secret address.
CREATE TABLE delivery_picture (
    delivery_id TEXT PRIMARY KEY NOT NULL REFERENCES delivery (id),
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    png BLOB NOT NULL,
    expires_at TEXT NOT NULL,
    fetches_left INTEGER NOT NULL CHECK (fetches_left >= 0)
) STRICT;

CREATE INDEX delivery_picture_expiring ON delivery_picture (expires_at);

-- For text messages to oneself; on no prescription.
ALTER TABLE provider_version ADD COLUMN mobile TEXT CHECK (mobile GLOB '+[1-9][0-9]*');

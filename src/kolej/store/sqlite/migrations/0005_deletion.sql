-- Tokens that can be listed and expire, people and tables that can be deleted, and a row that /health writes to.

CREATE TABLE tokens_with_use (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT;

-- Nobody knows when older tokens were last used: they expire as if that were now.
INSERT INTO tokens_with_use (hash, person_id, label, created, used)
SELECT hash, person_id, '', created, max(created, unixepoch() * 1000) FROM tokens ORDER BY created;

DROP TABLE tokens;
ALTER TABLE tokens_with_use RENAME TO tokens;
CREATE INDEX tokens_by_person ON tokens (person_id);

-- When the deletion of a person was requested. The row goes when no log names the person any more.
ALTER TABLE people ADD COLUMN deleted INTEGER;
CREATE INDEX people_deleted ON people (deleted) WHERE deleted IS NOT NULL;

ALTER TABLE health ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;

-- Tables whose entries may be changed or deleted. There is a row only within such a transaction, so that a log is
-- never changed by accident, not even by hand.
CREATE TABLE unlocked_logs (table_id INTEGER PRIMARY KEY) STRICT;

DROP TRIGGER entries_stay_as_they_are;
DROP TRIGGER entries_stay;

CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
WHEN (NEW.id, NEW.table_id, NEW.number, NEW.command, NEW.kind, NEW.at)
    IS NOT (OLD.id, OLD.table_id, OLD.number, OLD.command, OLD.kind, OLD.at)
    OR OLD.table_id NOT IN (SELECT table_id FROM unlocked_logs)
BEGIN
    SELECT raise(ABORT, 'a log is only ever added to');
END;

CREATE TRIGGER entries_stay BEFORE DELETE ON entries
WHEN OLD.table_id NOT IN (SELECT table_id FROM unlocked_logs)
BEGIN
    SELECT raise(ABORT, 'a log is only ever added to');
END;

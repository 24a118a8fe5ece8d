-- Tables and their logs. A file whose application is "Kolj" is a store.

PRAGMA application_id = 0x4b6f6c6a;

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE CHECK (code GLOB '[A-Z][A-Z][A-Z][A-Z][A-Z][A-Z]'),
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    created INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'abandoned'))
) STRICT;

CREATE INDEX tables_by_state ON tables (state, id);

CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables,
    number INTEGER NOT NULL CHECK (number >= 1),
    command TEXT,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    at INTEGER NOT NULL,
    UNIQUE (table_id, number)
) STRICT;

CREATE UNIQUE INDEX entries_by_command ON entries (table_id, command) WHERE command IS NOT NULL;

CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
BEGIN
    SELECT raise(ABORT, 'a log is only ever added to');
END;

CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN
    SELECT raise(ABORT, 'a log is only ever added to');
END;

-- One row, written to when a commit has failed: see Writer.
CREATE TABLE health (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    failed_commits INTEGER NOT NULL
) STRICT;

INSERT INTO health VALUES (1, 0);

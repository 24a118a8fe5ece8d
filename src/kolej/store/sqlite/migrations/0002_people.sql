-- People, how they are known, and where they sit.

CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    password TEXT,
    login TEXT UNIQUE,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT;

CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_person ON tokens (person_id);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    person_id INTEGER NOT NULL REFERENCES people,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person_id, table_id);

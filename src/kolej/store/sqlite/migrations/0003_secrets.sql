-- What no player may learn before its time. A secret without a table is the server's own.

CREATE TABLE secrets (
    table_id INTEGER REFERENCES tables,
    name TEXT NOT NULL,
    value BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX secrets_by_name ON secrets (coalesce(table_id, 0), name);

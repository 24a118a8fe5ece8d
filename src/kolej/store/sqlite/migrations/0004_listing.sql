-- Tables that anybody may join are found without a walk over all others, and codes may have up to ten letters.

-- SQLite can't change a constraint. This edit of the schema touches no row, and every code that was valid stays valid.
PRAGMA writable_schema = ON;

UPDATE sqlite_schema
SET sql = replace(
    sql,
    'CHECK (code GLOB ''[A-Z][A-Z][A-Z][A-Z][A-Z][A-Z]'')',
    'CHECK (length(code) BETWEEN 6 AND 10 AND code NOT GLOB ''*[^A-Z]*'')'
)
WHERE type = 'table' AND name = 'tables';

PRAGMA writable_schema = RESET;

ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));

-- The server has stored in `settings` who may join a table, and its seats.
UPDATE tables SET listed = 1
WHERE state = 'open'
    AND settings ->> '$.settings.open' = 1
    AND EXISTS (
        SELECT 1 FROM json_each(settings, '$.seats')
        WHERE value ->> '$.person' IS NULL AND value ->> '$.level' IS NULL
    );

CREATE INDEX tables_listed ON tables (id) WHERE listed = 1;

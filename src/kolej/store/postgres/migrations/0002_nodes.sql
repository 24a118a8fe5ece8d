-- The server processes that use the database. Soft state: after a crash of PostgreSQL it is empty, and they add
-- themselves again.
CREATE UNLOGGED TABLE nodes (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    seen TIMESTAMPTZ NOT NULL
);

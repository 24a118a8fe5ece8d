-- A row of each server process, which its health check writes to: with one row for all, a process that is stuck while it
-- writes would make every other one look ill. The table `health` is still used by older servers.
CREATE TABLE health_checks (
    server BIGINT PRIMARY KEY,
    checked BIGINT NOT NULL
);

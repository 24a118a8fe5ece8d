-- Names of accounts by their looks, so that nobody takes one that can't be told from another.

ALTER TABLE people ADD COLUMN skeleton TEXT;

UPDATE people SET skeleton = name_skeleton(name) WHERE login IS NOT NULL;

CREATE INDEX people_by_skeleton ON people (skeleton) WHERE skeleton IS NOT NULL;

"""Set-up of a table: everything before a game starts, and its rematch. Each change returns the batch to write."""

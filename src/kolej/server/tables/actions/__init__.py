"""Actions of players during a game. Each takes the state of the table and returns the batch to write."""

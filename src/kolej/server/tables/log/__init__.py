"""The log of a table: what is stored, what it means, and how it grows."""

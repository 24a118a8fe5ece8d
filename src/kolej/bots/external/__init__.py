"""Custom bots, which are not part of Kolej: `path.py:Name` and `program:COMMAND`."""

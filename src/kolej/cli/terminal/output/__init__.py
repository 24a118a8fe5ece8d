"""Output of the terminal game: lines of text from views and events."""

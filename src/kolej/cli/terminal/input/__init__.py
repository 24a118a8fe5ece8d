"""Input of the terminal game: from typed words to moves."""

"""The game in a terminal: what is shown, what may be typed, and the loop between the two."""

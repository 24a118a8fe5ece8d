"""Records of games: moves as text, and the game file."""

"""Bot processes of the server: decisions of bots are computed outside the server's process."""

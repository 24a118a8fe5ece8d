"""Rule parts: how one mechanism works, each with its own numbers. They write rows; the engine plays them."""

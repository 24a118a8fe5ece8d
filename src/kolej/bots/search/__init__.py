"""The search bot: tries candidate moves in possible states, each played to the end by planners."""

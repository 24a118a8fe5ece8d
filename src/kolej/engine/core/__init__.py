"""The game core: state, legal moves and the turn machine, over integers and vectors of them, compiled by mypyc."""

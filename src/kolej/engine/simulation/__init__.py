"""Simulation: random games inside the compiled core, with neither events nor views."""

"""The planner: a heuristic bot that plans a network for its tickets, collects cards and claims routes."""

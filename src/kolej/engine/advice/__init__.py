"""Advice for players: routes for a ticket, payments, tunnel odds, paths."""

"""The arena: bots play each other on the same deals, with intervals and ratings (`kolej arena`)."""

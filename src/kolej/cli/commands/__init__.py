"""The commands of `kolej`, one module each."""

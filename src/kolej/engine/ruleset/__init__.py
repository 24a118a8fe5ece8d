"""Rule sets: an edition's rules as composed parts, and the integer tables that the core reads."""

"""Pictures of boards: one description in plain shapes, written as SVG or as PNG."""

"""Drawing of boards: layout, SVG and PNG output, and the geometry that the page draws.

    layout/      positions of cities, route spaces and labels
    backdrop/    what lies under and around the network: land and sea, frame, cartouche
    output/      the picture of a board as shapes, written as SVG and PNG
    geometry.py  the layout as JSON for the page
    style.py     colours, letters and outlines of routes
    shapes.py    the shapes that a picture consists of

There is no randomness in it: the same board is always drawn the same way.
"""

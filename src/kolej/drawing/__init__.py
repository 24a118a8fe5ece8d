"""Drawing of boards: layout, SVG and PNG output, and the geometry that the page draws.

    board_layout.py      the layout of a board: positions of cities, route spaces and labels
    layout_search.py     local search for curves and labels that do not overlap
    tracks.py            curves of routes between two cities and the spaces along them
    spread.py            moving cities apart where the spaces between them would be too short
    label_candidates.py  candidate positions of a city's label
    label_placement.py   choice of a position for every label
    boxes.py             rotated rectangles and their overlap
    surround.py          the frame with the score track, and the place of the cartouche
    geometry.py          the layout as JSON for the page
    ground.py            land and sea under a board without a map, and its small picture
    coast.py             coasts around everything on a board
    picture.py           the picture of a board as shapes
    spaces.py            shapes of a route space and of a city
    legend.py            the legend below a board
    style.py             colours, letters and outlines of routes
    shapes.py            the shapes that a picture consists of
    svg.py               SVG output
    png.py               PNG output: the SVG, drawn by resvg

There is no randomness in it: the same board is always drawn the same way.
"""

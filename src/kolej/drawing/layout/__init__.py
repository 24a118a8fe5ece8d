"""The layout of a board.

board_layout.py      `BoardLayout`: positions of cities, route spaces and labels
layout_search.py     local search for curves and labels that do not overlap
tracks.py            curves of routes between two cities and the spaces along them
spread.py            moving cities apart where the spaces between them would be too short
label_candidates.py  candidate positions of a city's label
label_placement.py   choice of a position for every label
boxes.py             rotated rectangles and their overlap
"""

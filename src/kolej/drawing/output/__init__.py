"""The picture of a board, and the files it is written to.

picture.py  the picture as shapes
spaces.py   shapes of a route space and of a city
legend.py   the legend below a board
svg.py      SVG output
png.py      PNG output: the SVG, drawn by resvg
"""

"""What lies under and around the network of a board.

surround.py  the frame with the score track, and the places of the cartouche and of the bullet track
ground.py    land and sea under a board without a map, and its small picture
coast.py     coasts around everything on a board
"""

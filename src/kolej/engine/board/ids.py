"""Types of the numbers that stand for seats, routes, cities and tickets, so that a type checker keeps them apart.

Each is an index: of a seat at the table, or of an item in `Board.routes`, `Board.cities` and `Board.tickets`.
"""

from typing import NewType

Seat = NewType("Seat", int)
RouteId = NewType("RouteId", int)
CityId = NewType("CityId", int)
TicketId = NewType("TicketId", int)

"""Final standings: points by source, ranks, and the tie-break that decided."""

from kolej.engine.errors import RulesError
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.scoring.score_sheet import ScoreSheet


class Standings:
    """The result of a game: points by source, ranks and winners."""

    def __init__(
        self, sheet: ScoreSheet, awards: list[Award], ties: list[Tie], behind: list[int] | None = None
    ) -> None:
        self.sheet = sheet
        self.behind = behind or []
        """Seats that rank after all others, whatever their points."""
        seats = sheet.seats
        # Points by source, each with a number for every seat: the routes first, then the awards of the edition.
        self.lines: list[tuple[str, list[int]]] = [("routes", [sheet.route_points(seat) for seat in range(seats)])]
        for award in awards:
            points = award.points(sheet)
            if len(points) != seats:
                raise RulesError(f"award '{award.id}' gives {len(points)} numbers for {seats} seats", "end.scoring")
            self.lines.append((award.id, points))
        self.totals = [0] * seats
        for _, points in self.lines:
            for seat in range(seats):
                self.totals[seat] += points[seat]
        self.decided_by = ""
        """The id of the tie-break that decided the victory; empty if none did."""
        self.ranks = self._rank(ties)
        if self.behind:
            self.ranks = self._put_behind(self.behind)

    def _rank(self, ties: list[Tie]) -> list[int]:
        """The rank of each seat, 1 for winners. Seats that are equal in everything share a rank."""
        seats = self.sheet.seats
        totals = self.totals
        ranks = [1] * seats
        level = False
        for one in range(seats):
            for other in range(seats):
                if totals[other] > totals[one]:
                    ranks[one] += 1
                elif one != other and totals[other] == totals[one]:
                    level = True
        return self._rank_level(ties) if level else ranks

    def _put_behind(self, behind: list[int]) -> list[int]:
        """The ranks with some seats after all others."""
        seats = self.sheet.seats
        ranks = [1] * seats
        for one in range(seats):
            for other in range(seats):
                level = (one in behind) == (other in behind)
                if (level and self.ranks[other] < self.ranks[one]) or (not level and one in behind):
                    ranks[one] += 1
        if len([seat for seat in range(seats) if self.ranks[seat] == 1 and seat in behind]) > 0:
            self.decided_by = ""
        return ranks

    def _rank_level(self, ties: list[Tie]) -> list[int]:
        """The ranks if some seats have equal points."""
        seats = self.sheet.seats
        ahead = [[0] * seats for _ in range(seats)]
        for one in range(seats):
            for other in range(seats):
                if self.totals[one] > self.totals[other]:
                    ahead[one][other] = 1
                    ahead[other][one] = -1
        for tie in ties:
            self._break(ahead, tie)
        return [1 + sum([1 for other in range(seats) if ahead[other][seat] > 0]) for seat in range(seats)]

    def _break(self, ahead: list[list[int]], tie: Tie) -> None:
        seats = self.sheet.seats
        if not any([ahead[a][b] == 0 for a in range(seats) for b in range(seats) if a != b]):
            return
        keys = tie.keys(self.sheet)
        leaders = self._leaders(ahead)
        for one in range(seats):
            for other in range(seats):
                if ahead[one][other] == 0 and keys[one] > keys[other]:
                    ahead[one][other] = 1
                    ahead[other][one] = -1
        if self._leaders(ahead) < leaders:
            self.decided_by = tie.id

    def _leaders(self, ahead: list[list[int]]) -> int:
        """How many seats nobody is ahead of."""
        return sum([1 for row in ahead if min(row) >= 0])

    def __repr__(self) -> str:
        winners = " and ".join([f"seat {seat}" for seat in self.winners])
        return f"<Standings: {winners} in first place, points {self.totals}>"

    @property
    def winners(self) -> list[int]:
        """The seats in first place, several if they share it."""
        return [seat for seat in range(self.sheet.seats) if self.ranks[seat] == 1]

    @property
    def leaders(self) -> list[int]:
        """The seats with the most points, of those that are not behind the others; several if there is a tie."""
        seats = range(self.sheet.seats)
        ranked = [seat for seat in seats if seat not in self.behind] or list(seats)
        best = max([self.totals[seat] for seat in ranked])
        return [seat for seat in ranked if self.totals[seat] == best]

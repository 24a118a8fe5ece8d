"""`kolej demo`: a whole game of random players, move by move."""

import click

from kolej import editions
from kolej.cli.terminal.output.labels import Words
from kolej.cli.terminal.output.result import score_table, verdict
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.game import Game


@click.command()
@click.argument("edition", default="europe")
@click.option("--seats", type=int, help="How many seats; the fewest the game allows unless said.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same game.")
def demo(edition: str, seats: int | None, seed: int) -> None:
    """Watch random players play a whole game of EDITION (europe unless said).

    Example: kolej demo japan --seats 4 --seed 7
    """
    chosen = editions.find(edition)
    words = Words(chosen.board)
    game = Game.start(chosen, seats or chosen.rules.seats.start, SeededDealer(seed))
    click.echo(f"{chosen.board.name}: {game.seats} seats, seed {seed}. Seats play at random.")
    if chosen.board.note:
        click.echo(chosen.board.note)
    luck = Luck(seed)
    events = game.opening_events
    moves = 0
    while True:
        for line in filter(None, map(words.event, events)):
            click.echo(line)
        if game.over:
            break
        seat = game.to_act()[0]
        choices = game.legal(seat)
        events = game.apply(seat, choices[luck.below(len(choices))])
        moves += 1
    click.echo(f"\nAfter {moves} decisions:")
    standings = game.standings()
    for line in [*score_table(standings, words, 80), verdict(chosen, standings, words)]:
        click.echo(line)

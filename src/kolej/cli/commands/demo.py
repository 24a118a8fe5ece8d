"""`kolej demo`: print a whole game between random players."""

import click

from kolej import editions
from kolej.cli.shell_completion import edition_names
from kolej.cli.terminal.output.event_sentences import EventSentences
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.result import score_table, verdict
from kolej.cli.wording import counted
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from kolej.engine.ruleset.compile import tables_of


@click.command()
@click.argument("edition", default="europe", shell_complete=edition_names)
@click.option("--seats", type=int, help="Number of seats; default: the minimum of the edition.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same game.")
def demo(edition: str, seats: int | None, seed: int) -> None:
    """Print a game between random players.

    EDITION is a name (default: europe), or the folder of a custom edition.

    Example: kolej demo japan --seats 4 --seed 7
    """
    chosen = editions.find(edition)
    labels = Labels(chosen.board)
    game = Game.start(chosen, seats or chosen.rules.seats.start, SeededDealer(seed))
    click.echo(f"{chosen.board.name}: {game.seats} seats, seed {seed}. All moves are random.")
    if chosen.board.note:
        click.echo(chosen.board.note)
    rng = Rng(seed)
    sentences = EventSentences(labels, tables_of(chosen, game.seats), everything=True)
    events = game.opening_events
    moves = 0
    while True:
        for line in sentences.lines(events):
            click.echo(line)
        if game.over:
            break
        seat = game.to_act()[0]
        legal = game.legal(seat)
        events = game.apply(seat, legal[rng.below(len(legal))])
        moves += 1
    click.echo(f"\nAfter {counted(moves, 'move')}:")
    standings = game.standings()
    for line in [*score_table(chosen, standings, labels, 80), *verdict(chosen, standings, labels)]:
        click.echo(line)

"""`kolej completion`: Tab completion of the command itself in a shell, and what it knows of names."""

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from kolej import bots, editions

SHELLS = ("bash", "zsh", "fish")


def edition_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Editions by name, or folders of one's own."""
    found = [CompletionItem(name) for name in editions.names() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="dir")]


def bot_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last of a list of bots with commas between them."""
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{name}") for name in bots.names() if name.startswith(last)]


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete kolej's commands, options, editions and bots.

    \b
    bash: add this line to ~/.bashrc
        eval "$(kolej completion bash)"
    zsh: add this line to ~/.zshrc
        eval "$(kolej completion zsh)"
    fish: run once
        kolej completion fish > ~/.config/fish/completions/kolej.fish

    Example: kolej completion bash
    """
    made = get_completion_class(shell)
    assert made is not None
    script = made(ctx.find_root().command, {}, "kolej", "_KOLEJ_COMPLETE")
    # The class for bash would start bash to ask for its version; the text is the same for all.
    click.echo(ShellComplete.source(script))

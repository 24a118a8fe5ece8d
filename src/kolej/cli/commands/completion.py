"""`kolej completion`: the script that enables Tab completion in a shell."""

import click
from click.shell_completion import ShellComplete, get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell.

    It completes commands, options, editions, bots, documents, files and folders.

    \b
    bash: add this line to ~/.bashrc
        eval "$(kolej completion bash)"
    zsh: add this line to ~/.zshrc
        eval "$(kolej completion zsh)"
    fish: run once
        kolej completion fish > ~/.config/fish/completions/kolej.fish

    Example: kolej completion bash
    """
    complete_class = get_completion_class(shell)
    assert complete_class is not None
    script = complete_class(ctx.find_root().command, {}, "kolej", "_KOLEJ_COMPLETE")
    # BashComplete.source would run bash to check its version; the base class only fills in the template.
    click.echo(ShellComplete.source(script))

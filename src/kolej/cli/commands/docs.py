"""`kolej docs`: list the documents for users, or print one."""

import click

from kolej.cli.shell_completion import document_names
from kolej.engine.documents import document, documents


@click.command()
@click.argument("page", required=False, shell_complete=document_names)
@click.option("--path", "as_path", is_flag=True, help="Print where the page, or the folder of all pages, is.")
def docs(page: str | None, as_path: bool) -> None:
    """Print a PAGE of the documents, or list all pages.

    The pages are Markdown. On a terminal a page is shown by the pager of the environment variable PAGER.

    Example: kolej docs bots
    """
    if page is not None:
        chosen = document(page)
        if as_path:
            click.echo(chosen.path)
        else:
            click.echo_via_pager(chosen.text)
        return
    known = documents()
    if as_path:
        click.echo(known["rules"].path.parent)
        return
    width = max(map(len, known))
    for each in known.values():
        click.echo(f"{each.name:<{width}}  {each.title}")

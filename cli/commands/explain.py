"""`rulesrun explain`: more about a kind of problem."""

from __future__ import annotations

import click

from rulesrun.cli.problems import Unusable
from rulesrun.cli.terminal import bold
from rulesrun.dsl.codes import CATALOGUE
from rulesrun.dsl.explain import explain
from rulesrun.dsl.nearest import did_you_mean


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False)
def command(code: str | None) -> None:
    """Tell more about a code such as unknown-name; without a CODE list them all."""
    if code is None:
        for known, entry in CATALOGUE.items():
            click.echo(f"{bold(known)} ({entry.severity.value})")
            click.echo(f"    {entry.sentence}")
        click.echo(f"{len(CATALOGUE)} codes")
        return
    name = (
        code.strip().removeprefix("error").removeprefix("warning").strip("[]").lower()
    )
    text = explain(name)
    if text is None:
        hint = did_you_mean(name, CATALOGUE) or "`rulesrun explain` lists all codes"
        raise Unusable(f"there is no code {code!r}; {hint}")
    click.echo(f"{bold(name)} ({CATALOGUE[name].severity.value})")
    click.echo()
    click.echo(text)

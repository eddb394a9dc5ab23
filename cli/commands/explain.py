"""`rulesrun explain`: more about a kind of problem."""

from __future__ import annotations

import click

from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import retold, severity_in
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import left_to_right
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.output.streams import in_direction
from rulesrun.cli.output.terminal import bold
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.explain import explain
from rulesrun.dsl.problems.nearest import did_you_mean


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False)
def command(code: str | None) -> None:
    """Tell more about a code such as unknown-name; without a CODE list them all."""
    words = Words(spoken())
    if code is None:
        for key, entry in CATALOGUE.items():
            click.echo(_title(key, words))
            sentence = retold(entry.sentence, words) or entry.sentence
            click.echo(in_direction(f"    {sentence}"))
        click.echo(in_direction(words.say("codes", n=len(CATALOGUE))))
        return
    name = (
        code.strip().removeprefix("error").removeprefix("warning").strip("[]").lower()
    )
    text = explain(name, words.language)
    if text is None:
        hint = did_you_mean(name, CATALOGUE) or "`rulesrun explain` lists all codes"
        raise Unusable(f"there is no code {code!r}; {hint}")
    click.echo(_title(name, words))
    click.echo()
    click.echo(_in_direction(text, words) if words.persian else text)


def _title(code: str, words: Words) -> str:
    severity = severity_in(CATALOGUE[code].severity, words)
    return in_direction(f"{bold(words.name(code))} ({severity})")


def _in_direction(text: str, words: Words) -> str:
    """Prose from right to left, with the rules in it as they are."""
    lines = []
    for line in text.split("\n"):
        if line.startswith("    "):
            lines.append(left_to_right(line))
            continue
        lines.append(in_direction(words.prose(retold(line, words) or line)))
    return "\n".join(lines)

"""What the shipped games say of themselves, and which of them a log is of."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from rulesrun.cli.files.shipped import shipped
from rulesrun.cli.files.sources import read_file
from rulesrun.dsl.data.translations import read_beside, with_labels
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.text import with_plain_ends

_GAME = re.compile(r"^game\b.*\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)
"""The block that says which game it is: all that has to be read for a list."""


@frozen
class Shipped:
    """A shipped game: how it is asked for, and what it says of itself."""

    name: str
    path: Path
    game: nodes.Game

    def labels(self, language: str | None) -> nodes.Labels:
        """What it is called, also in a language of a catalogue beside its rules."""
        if language is None or language in dict(self.game.labels.translations):
            return self.game.labels

        def read(name: str) -> str | None:
            file = self.path.parent / name
            return read_file(file) if name.endswith(".po") and file.is_file() else None

        alone = nodes.RuleFile(path=str(self.path), declarations=(self.game,))
        result = with_labels(alone, read_beside(alone, (language,), read))
        (game,) = (d for d in result.declarations if isinstance(d, nodes.Game))
        return game.labels


def games() -> list[Shipped]:
    """The shipped games, in the order of their names."""
    result = []
    for name, path in shipped().items():
        text = with_plain_ends(read_file(path)) + "\n"
        block = _GAME.search(text)
        if block is None:
            continue
        parsed = parse(f"language 2\n{block[0]}", str(path))
        declared = parsed.file.declarations if parsed.file else ()
        result += [
            Shipped(name, path, d) for d in declared if isinstance(d, nodes.Game)
        ]
    return result


def path_of_game(identifier: str) -> Path | None:
    """The shipped rules of the game with that identifier."""
    likely = [p for n, p in shipped().items() if n.rsplit("/", 1)[-1] == identifier]
    if len(likely) == 1:
        return likely[0]
    for one in games():
        if one.game.name == identifier:
            return one.path
    return None

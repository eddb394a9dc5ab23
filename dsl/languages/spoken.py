"""The languages that rulesrun itself speaks: a catalogue each, in `languages`.

English stands in the code. A language is a file more: what it lacks is said in English.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rulesrun.dsl.languages.po import Catalogue, read_catalogue

if TYPE_CHECKING:
    from rulesrun.dsl.syntax import nodes

_FOLDER = files("rulesrun.dsl") / "languages"


@cache
def languages() -> tuple[str, ...]:
    """All languages, English first."""
    result = (file.name for file in _FOLDER.iterdir() if file.name.endswith(".po"))
    return ("en", *sorted(name.removesuffix(".po") for name in result))


@cache
def catalogue(language: str | None) -> Catalogue:
    """What is said in a language; nothing for English, and for one that is not known."""
    if language is None or language not in languages()[1:]:
        return Catalogue()
    return read_catalogue((_FOLDER / f"{language}.po").read_text("utf-8"))


def translated(text: str, language: str | None, context: str) -> str:
    """A text of the language of rules in another language, else as it is."""
    return catalogue(language).translation(text, context) or text


def in_every_language(text: str, context: str) -> tuple[str, ...]:
    """A text in all languages, in its own first."""
    return tuple(dict.fromkeys(translated(text, one, context) for one in languages()))


def labels_of(text: str, context: str) -> nodes.Labels:
    """Labels for what every game has, such as a direction."""
    from rulesrun.dsl.syntax import nodes

    others = ((one, catalogue(one).translation(text, context)) for one in languages())
    translations = tuple((one, other) for one, other in others if other is not None)
    return nodes.Labels(text=text, translations=translations)


def runs_rightward(language: str | None) -> bool:
    """Whether the language is written from right to left."""
    return catalogue(language).head.get("X-Direction") == "rtl"

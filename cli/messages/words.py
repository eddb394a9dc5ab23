"""What the interface says, in every language that it speaks."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulesrun.cli.messages.english import COMMANDS, MESSAGES, REASONS
from rulesrun.cli.messages.tongues import chosen_language
from rulesrun.cli.output.direction import (
    apart,
    direction,
    isolated,
    label_in,
    left_to_right,
    names_apart,
    number_in,
    place_in,
    right_to_left,
)
from rulesrun.cli.output.terminal import columns, pad, right, table_rows
from rulesrun.dsl.languages import spoken
from rulesrun.dsl.languages.spoken import catalogue, languages
from rulesrun.interpreter.runtime.keyboard import plain

if TYPE_CHECKING:  # checked rules are not loaded for a sentence
    from rulesrun.dsl.compile import Program
    from rulesrun.dsl.syntax import nodes

COMMAND_WORDS = {
    plain(word): command
    for command, words in COMMANDS.items()
    for word in (
        *words,
        *(
            other.strip()
            for language in languages()
            for other in (
                catalogue(language).translation(command, "command") or ""
            ).split(",")
            if other.strip()
        ),
    )
}
"""What may be typed in place of a choice, in every language, and what it means."""


class _Kinds(string.Formatter):
    """Fills in the values of a sentence, each as its kind wants it in that language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: Any, kind: str) -> str:
        """A value of that kind."""
        text = str(value)
        if isinstance(value, int) and kind != "code":
            return self.words.number(value)
        if not self.words.persian:
            return text
        match kind:
            case "path":
                return left_to_right(text)
            case "code":
                return apart(text) if direction(text) == "R" else left_to_right(text)
            case "typed":
                return isolated(text)
            case "linked":
                return apart(linked(text))
            case _:
                return apart(text)


_SILENT = re.compile(r"(?<![\u0627\u0648\W])\u0647(?=[\u2066-\u2069]*$)")
"""A silent letter at the end of a Persian word."""


def linked(text: str) -> str:
    """A Persian word that another one follows, joined to it as one speaks."""
    return _SILENT.sub("\u0647\u200c\u06cc", text)


@frozen
class Words:
    """Speaks one language; none is that of the rules file itself, and English."""

    language: str | None = None

    @property
    def persian(self) -> bool:
        """Whether lines run from right to left."""
        return spoken.runs_rightward(self.language)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the interface; some have forms of their own for none and one."""
        number = values.get("n")
        if number == 0 and f"{key} 0" in MESSAGES:
            key = f"{key} 0"
        message = MESSAGES[key]
        one, other = (message, message) if isinstance(message, str) else message
        texts = catalogue(self.language)
        entry = texts.find(one, key)
        if entry is not None:
            counted = number if isinstance(number, int) else 2
            template = texts.counted(entry, counted)
        else:
            template = one if number == 1 else other
        return _Kinds(self).vformat(template, (), values)

    def reason(self, kind: str, about: Iterable[str]) -> str | None:
        """A reason of the interpreter, where this language has words of its own."""
        own = REASONS.get(kind)
        template = own and catalogue(self.language).translation(own, f"refused: {kind}")
        if not template:
            return None
        values = [int(text) if text.isdecimal() else text for text in about]
        return self.filled(template, values)

    def filled(self, template: str, values: Sequence[object]) -> str:
        """A sentence of a catalogue with its values, which it names by number."""
        return _Kinds(self).vformat(template, values, {})

    @property
    def separator(self) -> str:
        """What stands between values side by side; a dot would look like a Persian zero."""
        return spoken.translated(" \u00b7 ", self.language, "value")

    def part(self, text: str) -> str:
        """A piece of text in a line, marked if it does not run as the line does."""
        return apart(text) if self.persian else text

    def prose(self, text: str) -> str:
        """Sentences, with the names in them as they are."""
        return names_apart(text) if self.persian else text

    def name(self, text: str) -> str:
        """Code, a path or a name: as it is, from left to right."""
        return left_to_right(text) if self.persian else text

    def typed(self, text: str) -> str:
        """What somebody wrote, in whatever direction."""
        return isolated(text) if self.persian else text

    def digits(self, text: str) -> str:
        """A label in the digits of the language."""
        return label_in(text, self.language)

    def place(self, text: str) -> str:
        """What a cell, a row or a column of a map is called."""
        return place_in(text, self.language)

    def number(self, value: object) -> str:
        """A number in the digits of the language."""
        return number_in(value, self.language)

    def duration(self, seconds: float) -> str:
        """A time as people say it."""
        whole = max(1, round(seconds))
        if whole < 100:
            return self.say("seconds", n=whole)
        if whole < 6000:
            return self.say("minutes", n=round(whole / 60))
        point = spoken.translated(".", self.language, "decimal")
        hours = f"{whole / 3600:.1f}".replace(".", point)
        return self.say("hours", number=self.number(hours))

    def right(self, text: str, size: int) -> str:
        """A number in a column, its digits under those of the others."""
        return pad(text, size) if self.persian else right(text, size)

    def table(self, rows: list[list[str]], *, indent: int = 0) -> list[str]:
        """Rows of cells under each other, in the direction of the language."""
        start = " " * indent
        blocks = self.table_rows(rows, columns() - indent)
        return [f"{start}{line}" for block in blocks for line in block]

    def table_rows(self, rows: list[list[str]], limit: int) -> list[list[str]]:
        """The lines of each row of a table that is no wider than the limit."""
        return table_rows(rows, flush=self.persian, limit=limit)

    def command(self, command: str) -> str:
        """The first word for a command in this language, without one the English one."""
        translation = (
            catalogue(self.language).translation(command, "command") or command
        )
        return translation.split(",")[0].strip()

    def line(self, text: str) -> str:
        """A line that is printed by itself, such as a prompt."""
        return right_to_left(text) if self.persian else text

    def label(self, labels: nodes.Labels, name: str) -> str:
        """How something is called, else its name with blanks for underscores."""
        result = labels.in_language(self.language) if self.language else labels.text
        return result or labels.text or name.replace("_", " ")

    def form(self, labels: nodes.Labels, place: str) -> str | None:
        """What something is called in one place only, if that has words of its own."""
        return labels.form(place, self.language)

    def joined(self, parts: Sequence[str]) -> str:
        """Amounts that make up one thing, such as a price."""
        return self.say("and").join(parts)

    def list_of(self, parts: Iterable[str]) -> str:
        """The members of a value, in the direction of the language also among names."""
        listed = self.listed(parts)
        return right_to_left(listed) if self.persian else listed

    def listed(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return spoken.translated(", ", self.language, "value").join(parts)

    def clauses(self, parts: Iterable[str]) -> str:
        """Several things in a row, any of which may hold commas itself."""
        texts = list(parts)
        comma = spoken.translated(", ", self.language, "value")
        if any(comma in part for part in texts):
            return self.say("then").join(texts)
        return self.listed(texts)


def words_for(program: Program, language: str | None) -> Words:
    """The words of a language, without one those of the locale.

    Raises Unusable for a language that nobody here speaks.
    """
    return Words(chosen_language(language, (*program.world.languages, *languages())))

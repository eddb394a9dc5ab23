"""Catalogues of translations in the format that translators' tools read: PO.

Only what is needed of it: contexts, plurals, comments, `fuzzy`, and lines over several
texts. A catalogue is read as it stands; nothing has to be compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from gettext import c2py

from attrs import define, evolve, field, frozen

from rulesrun.dsl.text import lines_of

_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"$')
_WORD = re.compile(r"(msgctxt|msgid|msgid_plural|msgstr(?:\[(\d)\])?)\s+(?=\")")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


NEAR = 0.75
"""So much of two texts is the same where one may have become the other."""


class Unreadable(ValueError):
    """A catalogue has a line that cannot be read: `line` is its number."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@frozen
class Entry:
    """A text and what it is in another language.

    `context` tells texts apart that are written alike. `said` is empty where there is
    no translation yet, and has a text for each form of the plural. A `doubtful` entry,
    `fuzzy` in the format, is one that somebody still has to look at. `notes` are for
    translators, `remarks` of translators.
    """

    text: str
    said: tuple[str, ...] = ("",)
    context: str | None = None
    plural: str | None = None
    doubtful: bool = False
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    line: int = 0

    @property
    def key(self) -> tuple[str | None, str]:
        """What it is found by."""
        return self.context, self.text

    @property
    def done(self) -> bool:
        """Whether every form of it is translated."""
        return all(self.said) and not self.doubtful


@define
class Catalogue:
    """The texts of one file in one language, in order."""

    entries: dict[tuple[str | None, str], Entry] = field(factory=dict)
    head: Mapping[str, str] = field(factory=dict)
    form: Callable[[int], int] = lambda number: int(number != 1)

    def find(self, text: str, *contexts: str) -> Entry | None:
        """The translation of a text, in the first context that has one, else in any."""
        for context in (*contexts, None):
            entry = self.entries.get((context, text))
            if entry is not None and entry.done:
                return entry
        return None

    def translation(self, text: str, *contexts: str) -> str | None:
        """A text in the language; none where it is not translated."""
        entry = self.find(text, *contexts)
        return entry.said[0] if entry is not None else None

    def counted(self, entry: Entry, number: int) -> str:
        """The form of a text for so many."""
        if len(entry.said) == 1:
            return entry.said[0]
        try:
            form = self.form(abs(number))
        except ZeroDivisionError:  # the head holds  n % 0
            form = 0
        return entry.said[min(form, len(entry.said) - 1)]


def _plural(rule: str) -> Callable[[int], int]:
    """Which form stands for a number, as the head says; raises ValueError."""
    match = re.search(r"plural\s*=\s*([^;]+)", rule)
    form: Callable[[int], int] = c2py(match[1].strip() if match else "n != 1")
    return form


# ---- reading -------------------------------------------------------------------------


@lru_cache(maxsize=16)
def read_catalogue(text: str) -> Catalogue:
    """The texts of a file; raises Unreadable for a line that cannot be read."""
    entries: dict[tuple[str | None, str], Entry] = {}
    head: dict[str, str] = {}
    for entry in _entries(text):
        if entry.text == "" and entry.context is None:
            pairs = (line.partition(":") for line in entry.said[0].splitlines())
            head = {name.strip(): value.strip() for name, _, value in pairs}
        elif entry.key in entries:
            raise Unreadable(entry.line, f'"{entry.text}" is translated twice')
        else:
            entries[entry.key] = entry
    try:
        return Catalogue(entries, head, _plural(head.get("Plural-Forms", "")))
    except ValueError as error:
        raise Unreadable(1, f"Plural-Forms holds no rule: {error}") from error


def _entries(text: str) -> Iterator[Entry]:
    parts: dict[str, list[str]] = {}
    comments: list[str] = []
    current: list[str] | None = None
    begun = 0

    def entry() -> Entry:
        if "msgid" not in parts:
            raise Unreadable(begun, "a translation stands here without its text, msgid")
        forms = sorted(word for word in parts if word.startswith("msgstr"))
        joined = {word: "".join(texts) for word, texts in parts.items()}
        flags = [c for c in comments if c.startswith(",")]
        return Entry(
            joined["msgid"],
            tuple(joined[form] for form in forms) or ("",),
            joined.get("msgctxt"),
            joined.get("msgid_plural"),
            any("fuzzy" in flag for flag in flags),
            tuple(p for c in comments if c.startswith(":") for p in c[1:].split()),
            tuple(c[1:].strip() for c in comments if c.startswith(".")),
            tuple(c.strip() for c in comments if c.startswith(" ")),
            begun,
        )

    for number, line in enumerate(lines_of(text), 1):
        bare = line.strip().lstrip("\ufeff")
        word = _WORD.match(bare)
        opens = word is not None and word[1] in ("msgctxt", "msgid")
        translated = any(part.startswith("msgstr") for part in parts)
        if parts and translated and (not bare or bare.startswith("#") or opens):
            yield entry()
            parts, comments, current = {}, [], None
        if bare.startswith("#"):
            if not bare.startswith("#~"):  # those are kept of texts that are gone
                comments.append(bare[1:])
            continue
        if not bare:
            continue
        literal = _TEXT.search(bare[word.end() :] if word else bare)
        if literal is None or (word is None and current is None):
            raise Unreadable(number, f"this is not a line of a catalogue: {bare[:60]}")
        if word is not None:
            if not parts:
                begun = number
            current = parts.setdefault(word[1], [])
        assert current is not None
        current.append(_unescaped(literal[1]))
    if parts:
        yield entry()


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text)


# ---- writing -------------------------------------------------------------------------


def written(head: Mapping[str, str], entries: Iterable[Entry], note: str = "") -> str:
    """A catalogue as text, its head first."""
    text = "".join(f"{name}: {value}\n" for name, value in head.items())
    lines = [f"# {line}".rstrip() for line in note.splitlines()]
    lines += _lines(Entry("", (text,)))
    for entry in entries:
        lines += ["", *_lines(entry)]
    return "\n".join(lines) + "\n"


def _lines(entry: Entry) -> Iterator[str]:
    yield from (f"# {remark}" for remark in entry.remarks)
    yield from (f"#. {note}" for note in entry.notes)
    if entry.places:
        yield f"#: {' '.join(entry.places)}"
    if entry.doubtful:
        yield "#, fuzzy"
    if entry.context is not None:
        yield from _quoted("msgctxt", entry.context)
    yield from _quoted("msgid", entry.text)
    if entry.plural is None:
        yield from _quoted("msgstr", entry.said[0])
        return
    yield from _quoted("msgid_plural", entry.plural)
    for number, form in enumerate(entry.said):
        yield from _quoted(f"msgstr[{number}]", form)


def _quoted(word: str, text: str) -> Iterator[str]:
    pieces = text.splitlines(keepends=True) or [""]
    if len(pieces) > 1:
        yield f'{word} ""'
    for number, piece in enumerate(pieces):
        escaped = re.sub(r'(["\\])', r"\\\1", piece).replace("\n", "\\n")
        escaped = escaped.replace("\t", "\\t").replace("\r", "\\r")
        yield f'"{escaped}"' if len(pieces) > 1 or number else f'{word} "{escaped}"'


# ---- keeping up with the texts -------------------------------------------------------


def renewed(catalogue: Catalogue, wanted: Iterable[Entry]) -> list[Entry]:
    """The wanted texts with what is known of them.

    A text that is nearly one that is not wanted any more takes over its translation as
    doubtful.
    """
    entries = list(wanted)
    keys = {entry.key for entry in entries}
    left = [
        old for old in catalogue.entries.values() if old.key not in keys and old.done
    ]
    result: list[Entry] = []
    for entry in entries:
        old = catalogue.entries.get(entry.key)
        if old is None:
            old = _nearly(entry, left)
            if old is not None:
                left.remove(old)
                old = evolve(old, doubtful=True)
        if old is not None and len(old.said) == len(entry.said):
            entry = evolve(
                entry, said=old.said, doubtful=old.doubtful, remarks=old.remarks
            )
        result.append(entry)
    return result


def _nearly(entry: Entry, others: Iterable[Entry]) -> Entry | None:
    """The one with nearly the same text, in the same context."""
    texts = {old.text: old for old in others if old.context == entry.context}
    near = get_close_matches(entry.text, texts, 1, NEAR)
    return texts[near[0]] if near else None

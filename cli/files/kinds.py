"""What kind of file something is, by what stands in it: for who gives one for another."""

from __future__ import annotations

import re

KINDS = {
    "log": "a recorded game; `rulesrun replay {path}` shows it, "
    "`rulesrun play --resume {path}` goes on with it",
    "save": "a saved position; `Game.load` goes on with it, in Python: "
    "`rulesrun docs --page agents`",
    "page": "a page for a browser",
    "rules": "a file of rules; `rulesrun validate {path}` checks it",
    "table": "a table; rules read it by name",
    "catalogue": "a catalogue of labels in another language; "
    "`rulesrun translate GAME --to CODE` says what it lacks",
    "rulebook": "a rulebook; rules name it after `rulebook`",
    "text": "a text in Markdown; `rulesrun new NAME` begins a file of rules",
    "script": "a script; `rulesrun play GAME --script {path}` plays it",
}
"""Each kind with what it is good for."""

_SIGNS = {
    "log": re.compile(r'\{"rulesrun": *\d+, *"game"'),
    "save": re.compile(r'\{\s*"game": *"[^"]*",\s*"rules": *"[0-9a-f]+",\s*"players"'),
    "page": re.compile(r"<(!DOCTYPE|html)", re.IGNORECASE),
    "rules": re.compile(r"(#[^\n]*\n|\s)*language [0-9]"),
    "script": re.compile(
        r"(#[^\n]*\n|\s)*(players [0-9]+|seed [0-9]+|player [0-9]+:|random (to|[0-9]))"
    ),
    "catalogue": re.compile(r'(#[^\n]*\n|\s)*msg(id|ctxt) "'),
    "rulebook": re.compile(r"(#+ [^\n]*\n)(.*\n)*?[A-Z]+-[A-Z]?[0-9]+\. "),
    "table": re.compile(r"[\w ]+(,[\w ]+)+\r?\n"),
}

_START = 4000


def kind_of(text: str) -> str | None:
    """The kind of a file, as far as its beginning tells it."""
    start = text.removeprefix("\ufeff")[:_START]
    return next((kind for kind, sign in _SIGNS.items() if sign.match(start)), None)


def other_kind(text: str, path: str, wanted: str) -> str | None:
    """That a file is of another kind than what is wanted, and what that is good for."""
    kind = kind_of(text) or ("text" if path.lower().endswith(".md") else None)
    if kind is None or kind == wanted:
        return None
    return f"{path} is {KINDS[kind].format(path=path)}"

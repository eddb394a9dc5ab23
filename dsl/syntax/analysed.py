"""The analysed grammar as a text: reading it takes a tenth of the time of making it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import lark
from lark import Lark, Transformer
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

_NOT_KEPT = ("postlex", "transformer", "cache")
"""Options that are no plain data: they are given again."""

_NUMBERED = ("states", "tokens")


def fingerprint(grammar: str) -> str:
    """What an analysis must have been made of to be used for a grammar."""
    version = ".".join(lark.__version__.split(".")[:2])
    return hashlib.sha256(f"1 {version}\n{grammar}".encode()).hexdigest()


def to_text(parser: Lark, of: str) -> str:
    """What Lark has found out about the grammar with a fingerprint."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    options = {k: v for k, v in data["options"].items() if k not in _NOT_KEPT}
    document = {"of": of, "data": {**data, "options": options}, "memo": memo}
    return json.dumps(document, separators=(",", ":"))


def from_text(
    text: str, of: str, postlex: PostLex, transformer: Transformer[Any, Any]
) -> Lark | None:
    """Lark as it was made; none if the text is of another grammar, or is damaged."""
    try:
        document = json.loads(text)
        if document["of"] != of:
            return None
        table = document["data"]["parser"]["parser"]
        for name in _NUMBERED:  # JSON knows texts only as names
            table[name] = _numbered(table[name])
        table["states"] = {n: _numbered(row) for n, row in table["states"].items()}
        result = {"data": document["data"], "memo": _numbered(document["memo"])}
        parser: Lark = Lark.__new__(Lark)
        parser._load(result, postlex=postlex, transformer=transformer)
    except Exception:  # whatever a damaged text leads to: it is made anew
        return None
    return parser


def _numbered(names: dict[str, Any]) -> dict[int, Any]:
    return {int(name): value for name, value in names.items()}

"""The words of the language as a TextMate grammar, for editors that colour by patterns.

It is made of the words that the language itself knows. Editors with the language server
colour names by what they stand for, over these colours.
"""

import json
from collections.abc import Iterable
from typing import Any

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.syntax.reader import words_of_the_grammar
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS
from rulesrun.dsl.syntax.words import (
    BUILTIN_ENUMS,
    BUILTIN_NAMES,
    KEYWORDS,
    ZONES,
)

TYPES = frozenset("int bool player cell text place edge list set bundle grid".split())
CONSTANTS = frozenset({"true", "false", "none"})
NAMED = frozenset(DECLARATIONS) - {"language", "include", "supply", "state", "each"}
"""Declarations whose second word is a name."""

Rule = dict[str, Any]


def textmate() -> str:
    """The grammar, as the JSON that editors read."""
    words = words_of_the_grammar() | KEYWORDS
    inside = words - KEYWORDS - TYPES - set(ZONES) - CONSTANTS
    names = {**{word: word for word in BUILTIN_ENUMS}, "it": "it"}
    rules = [
        _rule("comment.line.number-sign", r"#.*$"),
        _rule("string.quoted.double", r'"[^"\n]*"?'),
        _rule("constant.other.citation", r"@[A-Z]+-[A-Z]?[0-9]+(\.\.[0-9]+)?"),
        {
            "match": rf"^({_any(NAMED)})\s+([A-Za-z_]\w*)",
            "captures": {
                "1": {"name": "keyword.declaration.rulesrun"},
                "2": {"name": "entity.name.function.rulesrun"},
            },
        },
        _rule("keyword.declaration", rf"^({_any(DECLARATIONS)})\b"),
        _rule("constant.language", rf"\b({_any(CONSTANTS)})\b"),
        _rule("constant.numeric", r"\b[0-9]+\b"),
        _rule("support.type", rf"\b({_any(TYPES | set(ZONES))})(?=\s+of\b)"),
        _rule("support.type", rf"(?<=:\s|->\s|\bof\s)({_any(TYPES)})\b"),
        _rule("support.function", rf"\b({_any(FUNCTIONS)})(?=\()"),
        _rule("variable.language", rf"\b({_any({*BUILTIN_NAMES, *names})})\b"),
        _rule("keyword.control", rf"\b({_any(KEYWORDS - CONSTANTS)})\b"),
        _rule("keyword.other", rf"^\s+({_any(inside)})\b(?=\s+[^\s=:.,\[+-])"),
        _rule("entity.name.type", r"\b[A-Z]\w*\b"),
        _rule("keyword.operator", r"\.\.|->|[-+*/]|[=!<>]=?"),
    ]
    grammar = {
        "name": "rulesrun",
        "scopeName": "source.rulesrun",
        "fileTypes": ["rules"],
        "patterns": rules,
    }
    return json.dumps(grammar, indent=2) + "\n"


def _rule(scope: str, pattern: str) -> Rule:
    return {"name": f"{scope}.rulesrun", "match": pattern}


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words))

"""In which language to speak: the one asked for, else that of the locale."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

import click

from rulesrun.cli.problems import Unusable
from rulesrun.dsl.nearest import did_you_mean

language_option = click.option(
    "--lang",
    "language",
    metavar="CODE",
    help="The language, such as fa.  [default: that of the locale, if it is known]",
)
"""For every command that speaks to players."""

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says which language a person reads, the first that is set."""


def language_of(code: str) -> str:
    """The language in a locale such as `fa_IR.UTF-8` or `fa-IR`: `fa`."""
    return re.split(r"[_.@-]", code.strip(), maxsplit=1)[0].lower()


def of_locale(environment: Mapping[str, str] = os.environ) -> str | None:
    """The language of the locale, if it has one."""
    code = next((environment[v] for v in VARIABLES if environment.get(v)), "")
    language = language_of(code)
    return None if language in ("", "c", "posix") else language


def chosen_language(asked: str | None, known: Iterable[str]) -> str | None:
    """The language asked for, else that of the locale where it is known.

    None is that of the rules file itself, with English around it. Raises Unusable where
    one is asked for that nobody here speaks.
    """
    spoken = dict.fromkeys(known)
    if asked is None:
        found = of_locale()
        return found if found in spoken and found != "en" else None
    for language in (asked, language_of(asked)):
        if language in spoken:
            return language
    hint = did_you_mean(asked, spoken) or f"known are {', '.join(spoken)}"
    raise Unusable(f"there is no language {asked!r} here; {hint}")

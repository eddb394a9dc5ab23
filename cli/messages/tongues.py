"""In which language to speak: the one asked for, else that of the locale."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

import click

from rulesrun.cli.output.problems import ASKED, Unusable
from rulesrun.dsl.languages.spoken import languages
from rulesrun.dsl.problems.nearest import did_you_mean

LANGUAGE = "The language, such as fa.  [default: that of the locale, if it is known]"
"""What the help says of `--lang`."""


def spoken() -> str | None:
    """The language in which to tell problems; none is English."""
    requested = ASKED.get()
    code = language_of(requested) if requested is not None else of_locale()
    return code if code in languages()[1:] else None


def _note_language(
    ctx: click.Context, param: click.Parameter, code: str | None
) -> str | None:
    if code is not None:
        ASKED.set(code)
    return code


def _asked_of_tools(
    ctx: click.Context, param: click.Parameter, code: str | None
) -> None:
    if _note_language(ctx, param, code) is not None:
        chosen_language(code, languages())


language_option = click.option(
    "--lang",
    "language",
    metavar="CODE",
    callback=_note_language,
    is_eager=True,
    help=LANGUAGE,
)
"""For every command that speaks to players."""


def language_of_tools() -> click.Option:
    """The option of commands that speak of problems only."""
    return click.Option(
        ["--lang"],
        metavar="CODE",
        expose_value=False,
        callback=_asked_of_tools,
        is_eager=True,
        help=LANGUAGE,
    )


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


def chosen_language(requested: str | None, available: Iterable[str]) -> str | None:
    """The language asked for, else that of the locale where it is known.

    None is that of the rules file itself, with English around it. Raises Unusable where
    one is asked for that nobody here speaks.
    """
    spoken = dict.fromkeys(available)
    requested = ASKED.get() if requested is None else requested
    if requested is None:
        result = of_locale()
        return result if result in spoken and result != "en" else None
    for language in (requested, language_of(requested)):
        if language in spoken:
            return language
    hint = did_you_mean(requested, spoken) or f"known are {', '.join(spoken)}"
    raise Unusable(f"there is no language {requested!r} here; {hint}")

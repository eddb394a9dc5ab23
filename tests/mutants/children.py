"""Processes of our own in which tests run silently, and what they find ready."""

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import settings

from rulesrun.dsl.syntax.reader import the_reader

CHECKOUT = Path(__file__).parents[2]
QUIETLY = ("-q", "-p", "no:cacheprovider", "-p", "no:warnings", "-p", "no:xdist")

settings.register_profile("mutants", deadline=None, database=None, derandomize=True)


def load(modules: Sequence[str]) -> None:
    """Import modules of the product, by their paths below the package."""
    for path in modules:
        __import__("rulesrun." + path.removesuffix(".py").replace("/", "."))


def ready() -> None:
    """Make what is not to be made again for every change."""
    the_reader()


def quietly(arguments: Sequence[str], plugins: Sequence[object]) -> int:
    """Run pytest in this process, silently; gives its status."""
    sys.path[:0] = [str(CHECKOUT / "tests"), str(CHECKOUT / "tests" / "native")]
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        with redirect_stdout(nowhere), redirect_stderr(nowhere):
            options = [*QUIETLY, "--hypothesis-profile=mutants", *arguments]
            return int(pytest.main(options, plugins))

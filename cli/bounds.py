"""How much work a command may do for a rules file: the options `--untrusted`, `--limit`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.limits import DEFAULT, UNTRUSTED, Limits, WrongLimit

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]

LIMITS_HELP = "Allow more or less: steps=5000000, seconds=3, options=1000 and others."


def bounded(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options; it gets `limits` and is held to its memory."""

    @click.option(
        "--untrusted",
        is_flag=True,
        help="Allow little work: for rules that one did not write oneself.",
    )
    @click.option(
        "--limit", "changed", multiple=True, metavar="NAME=NUMBER", help=LIMITS_HELP
    )
    @functools.wraps(command)
    def with_limits(
        *args: Any, untrusted: bool, changed: tuple[str, ...], **others: Any
    ) -> None:
        limits = read_limits(untrusted, changed)
        with memory(limits.megabytes):
            command(*args, limits=limits, **others)

    return with_limits


def read_limits(untrusted: bool, changed: Sequence[str]) -> Limits:
    """The limits that were asked for; raises Unusable for any that there is not."""
    values: dict[str, int] = {}
    for text in changed:
        name, equals, number = (part.strip() for part in text.partition("="))
        if not equals or not (number.isascii() and number.isdecimal()):
            raise Unusable(f"write a limit as steps=5000000, not {text!r}")
        values[name] = int(number[:20])
    try:
        return (UNTRUSTED if untrusted else DEFAULT).with_values(values)
    except WrongLimit as error:
        raise Unusable(str(error)) from error


@contextmanager
def memory(megabytes: int) -> Iterator[None]:
    """Hold this process to so much more memory than it has now, where that can be done."""
    now = _memory_now()
    if resource is None or now is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = now + megabytes * 1_000_000
    if soft != resource.RLIM_INFINITY:
        wanted = min(wanted, soft)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def unbounded_memory() -> Iterator[None]:
    """Let this process take memory as it likes, within `memory`.

    What runs a machine of its own inside reserves far more than it ever uses.
    """
    if resource is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _memory_now() -> int | None:
    """The size of this process in bytes, where the system tells it."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
        return int(pages) * resource.getpagesize()
    except (OSError, ValueError, AttributeError):
        return None

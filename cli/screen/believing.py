"""In words: how the worlds were found that a player looked into."""

from collections.abc import Iterator, Mapping

from rulesrun.cli.messages.words import Words
from rulesrun.interpreter.memory.worlds import DEALT, EXACT, NEAR


def kinds_of_worlds(words: Words, kinds: Mapping[str, int]) -> Iterator[str]:
    """A line for each kind of which there were any, with their number."""
    for kind in (EXACT, NEAR, DEALT):
        if kinds.get(kind):
            yield words.say(f"worlds {kind}", n=kinds[kind])

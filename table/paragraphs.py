"""Paragraphs of the rulebook as players read them."""

from __future__ import annotations

import re

from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.semantics.symbols import OptionSymbol

_CODE = re.compile(r"`([^`\n]+)`")


def for_players(labels: Labels, text: str) -> str:
    """A text in which options are called by their labels, not by their names in the rules."""
    words, world = labels.words, labels.game.program.world
    options = {option.name: option for option in world.each(OptionSymbol)}

    def called(match: re.Match[str]) -> str:
        option = options.get(match[1])
        if option is None:
            return match[0]
        label = words.label(option.decl.labels, option.name)
        return words.say("quoted", what=label)

    return words.prose(_CODE.sub(called, text))

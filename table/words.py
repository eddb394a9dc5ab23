"""What the page itself says, in English; other languages in `dsl/languages`."""

from __future__ import annotations

from collections.abc import Mapping

from rulesrun.dsl.languages.spoken import catalogue

ENGLISH = {
    "your turn": "Your turn",
    "waiting": "Waiting for {who}",
    "turn": "Turn",
    "over": "The game is over",
    "undo": "Undo",
    "hint": "Hint",
    "confirm": "Do it",
    "cancel": "Start over",
    "choose": "Choose",
    "options": "Possibilities: {n}",
    "why": "Why not",
    "not asked": "This is no part of what is asked now.",
    "more": "More",
    "too few": "At least {n} must be chosen, not {chosen}.",
    "too many": "At most {n} can be chosen, not {chosen}.",
    "not through": "After that there would be nothing to choose.",
    "same": "That is the same as another choice.",
    "not now": "That is not possible now.",
    "moves": "What happened",
    "ledger": "Points",
    "you": "you",
    "spectator": "You are watching.",
    "secret": "in secret",
    "ahead": "You can choose already; others are choosing, too.",
    "made": "You have chosen: {what}",
    "lost": "The connection is lost; trying again…",
    "stale": "The game has gone on; look again.",
    "thinking": "thinking…",
    "hidden": "hidden",
    "recalled": "hidden; you know it from before",
    "table": "Table",
    "shared": "On the table",
    "language": "Language",
    "theme": "Light or dark",
    "place": "Place",
    "none": "none",
    "problems": "Rules",
    "misfit": "Choice {number} of {player} does not fit these rules: {why}",
    "valid": "The rules are valid.",
    "scenarios": "Scenarios",
    "put": "Put it on the table",
    "back": "Back to the game",
    "changes": "What the last choice changed",
    "sum": "together",
    "otherwise": "otherwise",
    "cells": "cell",
    "player": "player",
    "number": "number",
    "unwritten": "What was chosen cannot be written down where this table is kept (a full "
    "disk, perhaps). It is tried again every few seconds; nothing is lost.",
    "unkept": "Your choice could not be kept yet. Please choose again in a moment.",
    "not yours": "It is not your turn to choose.",
    "time left": "Time for this choice: until {when}",
    "seat": "My seat",
    "name": "My name",
    "use this name": "Use this name",
    "stand-in": "Let a thinking player go on for me",
    "stand-in plays": "A thinking player goes on for you.",
    "play myself": "I play again myself",
    "again": "Once more",
    "thinker": "thinks",
    "greedy": "looks one choice ahead",
    "random": "by chance",
    "expects": "{n} of 100",
    "rules": "Rules",
    "search": "Search the rulebook",
    "close": "Close",
    "now": "For what is asked now",
    "no paragraph": "No paragraph says so.",
    "more to choose": "{n} more to choose",
    "notice": "A sound and a notice when it is my turn",
    "since": "Show what others did ({n})",
    "turn it": "Turn it (R)",
    "nearer": "Nearer",
    "farther": "Farther",
    "experiment": "A position of a scenario: what is chosen here is not kept in the log.",
}


def page_words(language: str | None) -> Mapping[str, str]:
    """The words of the page; those of English where a language lacks them."""
    known = catalogue(language)
    return {
        key: known.said(text, f"table: {key}") or text for key, text in ENGLISH.items()
    }

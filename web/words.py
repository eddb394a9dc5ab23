"""What a page without a server says, in English; other languages in `dsl/languages`."""

from __future__ import annotations

from collections.abc import Mapping

from rulesrun.dsl.languages.spoken import catalogue

ENGLISH = {
    "language": "Language",
    "begin": "Begin",
    "go on": "Go on with the last game",
    "players": "Players",
    "options": "Variants",
    "as usual": "as usual",
    "seats": "Who plays",
    "human": "a person at this screen",
    "random": "chance",
    "greedy": "the computer, quickly",
    "thinker": "the computer, thinking",
    "thinker:500": "the computer, thinking long",
    "seed": "Number of the deal",
    "loading": "The game is being loaded…",
    "cover": "It is {who}'s turn. Nobody else should look now.",
    "uncover": "I am {who}: show it to me",
    "new game": "New game",
    "leave": "The game under way is given up for a new one.",
    "rulebook": "Rulebook",
    "download": "Keep as a file",
    "open": "Open a file",
    "plain": "The computer thinks in plain Python here, with fewer continuations.",
    "yes": "yes",
    "no": "no",
    "none": "none",
    "close": "Close",
    "failed": "This page could not be loaded: {why}",
    "not kept": "This browser keeps nothing: the game is lost when the page is closed.",
}


def shell_words(language: str | None) -> Mapping[str, str]:
    """The words of the page around the table; English where a language lacks them."""
    known = catalogue(language)
    return {
        key: known.said(text, f"web: {key}") or text for key, text in ENGLISH.items()
    }

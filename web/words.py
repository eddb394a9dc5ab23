"""What a page without a server says, in English; other languages in `dsl/languages`."""

from __future__ import annotations

from collections.abc import Mapping

from rulesrun.cli.messages.words import Words
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
    "thinker": "the computer, thinking long",
    "thinker:500": "the computer, thinking",
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


PLAYGROUND = {
    "title": "Playground",
    "waiting": "The playground is being loaded…",
    "start from": "Begin with",
    "starter": "a new game",
    "add file": "New file",
    "file name": "What is the file to be called, such as my_game/tiles.csv?",
    "bad name": "A file is called by small letters, digits and _ in folders, and ends in "
    ".rules, .csv, .md, .txt, .po or .toml.",
    "remove file": "Remove this file",
    "sure": "The file {name} is removed. Is that right?",
    "lose": "What is written here is replaced by another game. Is that right?",
    "link": "Link",
    "link copied": "The link is copied: it holds all files.",
    "link shown": "The link stands in the address bar: it holds all files.",
    "download": "Download",
    "upload": "Open",
    "upload folder": "Open a folder",
    "not a game": "No rules were found there: a file that ends in .rules is needed.",
    "bad link": "This link is damaged: its texts cannot be read.",
    "no such game": "There is no game called {name} here.",
    "problems": "Problems",
    "no problems": "No problems",
    "scenarios": "Scenarios",
    "trying": "being tried…",
    "coverage": "Coverage",
    "games": "200 random games",
    "running": "This may take a while…",
    "too long": "Not done after 60 seconds, and ended.",
    "fix": "Mend: {how}",
    "table": "Table",
    "editor": "Editor",
    "theme": "Light or dark",
    "no table": "Once the rules have no errors, the game can be played here.",
    "stopped": "The editor has stopped: {why}. Your texts are kept; load the page again.",
}
"""What stands around the editor of a playground."""

EDITING = {
    "Find": "Find",
    "Replace": "Replace",
    "next": "next",
    "previous": "previous",
    "all": "all",
    "match case": "match case",
    "regexp": "regular expression",
    "by word": "whole words",
    "replace": "replace",
    "replace all": "replace all",
    "close": "close",
    "Go to line": "Go to line",
    "go": "go",
    "Completions": "Completions",
    "Diagnostics": "Problems",
    "No diagnostics": "No problems",
    "current match": "current match",
    "replaced $ matches": "replaced $ matches",
    "replaced match on line $": "replaced the match in line $",
    "on line": "in line",
    "No definition found": "No definition",
    "New name": "New name",
    "rename": "rename",
    "Control character": "Control character",
    "Folded lines": "Folded lines",
    "folded code": "folded lines",
    "unfold": "unfold",
    "Fold line": "fold",
    "Unfold line": "unfold",
}
"""What the text editor itself says, by its own words."""


def playground_words(language: str | None) -> Mapping[str, object]:
    """The words of a playground, with those of its text editor as `editing`."""
    texts = catalogue(language)
    return {
        "direction": "rtl" if Words(language).persian else "ltr",
        **{
            key: texts.translation(text, f"playground: {key}") or text
            for key, text in PLAYGROUND.items()
        },
        "editing": {
            key: texts.translation(text, f"editing: {key}") or text
            for key, text in EDITING.items()
        },
    }


def shell_words(language: str | None) -> Mapping[str, str]:
    """The words of the page around the table; English where a language lacks them."""
    texts = catalogue(language)
    return {
        key: texts.translation(text, f"web: {key}") or text
        for key, text in ENGLISH.items()
    }

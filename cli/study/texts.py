"""What a report on a study says, in English; other languages in `dsl/languages`."""

from __future__ import annotations

from collections.abc import Mapping

from rulesrun.dsl.languages.spoken import catalogue

ENGLISH = {
    "title": "{game}: a study",
    "summary": "{n} games, {players} players, seeds {first} to {last}",
    "summary arms": "{n} games in {arms} arms, seeds {first} to {last}",
    "command": "Made by",
    "findings": "What was found",
    "findings note": "All {n} comparisons of this report are corrected for together "
    "(Benjamini and Hochberg): where nothing is there to be found, a report names "
    "something in {level} of the cases at most. What differs between arms stands first, "
    "then kinds of players, seats, and what winners choose.",
    "findings none": "Nothing that is larger than chance: none of {n} comparisons.",
    "finding": "finding",
    "interval": "95 % interval",
    "p": "p, corrected",
    "less than": "< {n}",
    "example": "a game",
    "first": "the first {n} of {all}",
    "arm": "arm",
    "all games": "all games",
    "who": "who",
    "seat": "seat {n}",
    "everybody": "everybody",
    "games": "games",
    "won": "wins",
    "place": "place",
    "points": "points",
    "wins": "Who wins",
    "wins note": "A shared win counts in parts. The dashed line is an equal share.",
    "bluffing": "Something is hidden in this game, and it is played for a payoff: whoever "
    "always does the same with the same hand can be seen through. Whoever plays as {kinds} "
    "does not weigh that, and does not bluff; thinkers do.",
    "share of wins": "share of wins",
    "share of games": "share of games",
    "length": "How games go",
    "length note": "Lead changes, drama and killer moves are measured after Browne, by "
    "what players would have if the game ended now: drama is the mean root of how far the "
    "winner is behind, a killer move the most that a lead grows at once, both as shares of "
    "the largest difference in the game.",
    "decisions": "decisions",
    "turns": "turns",
    "tie": "equal points at the top",
    "shared": "several win",
    "lead_changes": "changes of the lead",
    "drama": "drama",
    "killer": "killer move",
    "decided": "decided after",
    "measure": "measure",
    "mean": "mean",
    "leaders": "Who leads and wins",
    "leaders note": "Of the games in which one player leads alone at that point, so many "
    "are won by this player.",
    "part of the game": "part of the game",
    "leader wins": "the leader wins",
    "history": "Points through the game",
    "points if it ended": "points, if the game ended now",
    "winners": "winners",
    "losers": "losers",
    "questions": "Decisions",
    "questions note": "Good options are those of which a thinker expects about as much as of "
    "the best one; they are known only where thinkers play.",
    "decision": "decision",
    "times": "a game",
    "options": "options",
    "fewest": "fewest",
    "most": "most",
    "single": "only one",
    "good": "good",
    "choices": "What is chosen",
    "choices note": "How often a player is offered something in a game and takes it; and how "
    "much more often winners take it than losers in the same game, less what follows from "
    "seats and kinds of players alone. It is no proof that taking it makes one win.",
    "more by winners": "how much more often winners take it",
    "what": "what",
    "offered": "offered",
    "taken": "taken",
    "taken share": "of offers",
    "difference": "difference",
    "never": "Never chosen",
    "never note": "Offered, and taken by nobody in any game.",
    "unoffered": "Never offered in any game.",
    "unreached": "Lines never reached",
    "unreached note": "In the first {n} games of the first arm.",
    "sources": "Where points come from",
    "sources note": "What each line of the rules gives to a player in a game.",
    "a game": "in a game",
    "counter": "counter",
    "line": "line",
    "faults": "Games that went wrong",
    "seed": "seed",
    "fault": "what happened",
    "other arms": "Of the other arms, what is compared above and the tables hold all.",
    "recorded": "Recorded games are shown by `rulesrun replay`, in the folder `recorded`.",
    "arms won": "With {arm}, {who} wins {after} of the games, with {against} {before}.",
    "arms points": "With {arm}, {who} has {after} points, with {against} {before}.",
    "arms choices": "With {arm}, a game takes {after} decisions, with {against} {before}.",
    "arms tie": "With {arm}, {after} of the games have equal points at the top, with "
    "{against} {before}.",
    "arms shared": "With {arm}, several win {after} of the games, with {against} {before}.",
    "arms lead_changes": "With {arm}, the lead changes {after} times, with {against} "
    "{before}.",
    "arms drama": "With {arm}, the drama is {after}, with {against} {before}.",
    "arms killer": "With {arm}, the killer move is {after}, with {against} {before}.",
    "arms decided": "With {arm}, a game is decided after {after} of it, with {against} "
    "{before}.",
    "arms taken": "With {arm}, “{who}” is taken {after} times in a game, with {against} "
    "{before}.",
    "seats won": "{who} wins {after} of the games; an equal share is {before}.",
    "kinds won": "{who} wins {after} of the games; an equal share is {before}.",
    "choices taken": "Winners take “{who}” {after} times in a game, losers {before}.",
    "other language": "Persian",
    "percent": "{n} %",
    "decimal": ".",
    "rows": "{n} rows",
    "between": "{low} to {high}",
}


def study_words(language: str | None) -> Mapping[str, str]:
    """The words of a report; those of English where a language lacks them."""
    texts = catalogue(language)
    return {
        key: texts.translation(text, f"study: {key}") or text
        for key, text in ENGLISH.items()
    }

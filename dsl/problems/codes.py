"""The catalogue: every code that a problem can have, and what it says in general."""

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from rulesrun.dsl.problems.diagnostics import Diagnostic, Label, Remedy, Severity
from rulesrun.dsl.problems.spans import Span


@frozen
class Code:
    """A kind of problem: named by what is wrong, never by its cure.

    `sentence` says it for any game; the message of a problem says it for this one.
    """

    name: str
    severity: Severity
    sentence: str


ERROR = Severity.ERROR
WARNING = Severity.WARNING
NOTE = Severity.NOTE

# Grouped by the stage that finds them. To add a code, add it to its group, and a page
# on it as explanations/<name>.md. Unformatted, so that it reads as the list it is.
# fmt: off
CODES = (
    # the file as a text
    Code("not-text", ERROR,
         "The file is not plain text in UTF-8, so it cannot be read."),
    Code("empty-file", ERROR,
         "The file holds no rules, only blank lines or comments."),
    Code("line-too-long", ERROR,
         "A line is far longer than any rule needs to be."),
    Code("nested-too-deep", ERROR,
         "Blocks or brackets are nested deeper than anyone can follow."),
    Code("turned-text", WARNING,
         "A hidden character makes a comment or a text read in another order than it is "
         "written."),
    Code("tab-in-indentation", ERROR,
         "A line is indented with tabs, whose width differs from one screen to the "
         "next."),
    Code("bad-indentation", ERROR,
         "A line begins at a depth where none of the blocks around it begins."),
    Code("missing-indent", ERROR,
         "A line opens a block, but no line below it is indented to stand inside."),
    Code("missing-colon", ERROR,
         "A line that opens a block does not end in a colon."),
    Code("unclosed-text", ERROR,
         "A text in quotation marks is not closed on the line where it begins."),
    Code("unclosed-bracket", ERROR,
         "A bracket has no partner: it is never closed, or was never opened."),
    Code("recursive-include", ERROR,
         "A file includes itself, directly or through other files."),
    Code("too-large", ERROR,
         "The rules ask for more than can be handled: too many components, cells or "
         "values."),
    Code("too-many-errors", ERROR,
         "So many problems were found that the others are not shown."),

    # its lines and blocks
    Code("syntax", ERROR,
         "A line does not have the form of any rule that the language knows."),
    Code("missing-language", ERROR,
         "The file does not begin with the edition of the language it is written in."),
    Code("unknown-edition", ERROR,
         "The file is written in an edition of the language that is not known here."),
    Code("unknown-declaration", ERROR,
         "A line at the left margin begins with a word that declares nothing."),
    Code("unknown-statement", ERROR,
         "A line inside a rule begins with a word that is no instruction."),
    Code("missing-game", ERROR,
         "The file does not say which game it holds the rules of."),
    Code("game-without-players", ERROR,
         "The game does not say how many players it is for."),
    Code("missing-play", ERROR,
         "The game does not say how it is played from its beginning to its end."),
    Code("late-choice", ERROR,
         "An action asks for a choice or a condition after its first change."),
    Code("equals-in-condition", ERROR,
         "A condition has a single equals sign, which sets a value; comparing takes "
         "two."),
    Code("division-without-rounding", ERROR,
         "A division does not say whether its result is rounded down or up."),

    # names
    Code("reserved-word", ERROR,
         "Something is named by a word that the language keeps for itself."),
    Code("duplicate-name", ERROR,
         "Two things have the same name, so nobody could tell which one is meant."),
    Code("shadowed-name", ERROR,
         "A new name hides another thing of the same name that could be meant as "
         "well."),
    Code("unknown-name", ERROR,
         "A name is used that means nothing at this place."),
    Code("unknown-type", ERROR,
         "A kind of thing is named that the game does not have."),
    Code("unknown-field", ERROR,
         "Something is asked for a property that things of its kind do not have."),
    Code("unknown-function", ERROR,
         "A function is used that neither the game nor the language has."),
    Code("unknown-rule", ERROR,
         "A rule is to be carried out that the game does not have."),
    Code("unknown-action", ERROR,
         "An action is offered or taken that the game does not have."),
    Code("unknown-event", ERROR,
         "An event is raised or waited for that the game does not have."),
    Code("unknown-option", ERROR,
         "An option is set that the game does not have."),
    Code("unused-name", WARNING,
         "Something is declared, but nothing in the game ever uses it."),
    Code("never-changed", WARNING,
         "A variable or a place is looked at, but nothing in the game ever changes "
         "it."),

    # values and their kinds
    Code("wrong-type", ERROR,
         "A value is of another kind than the one that is needed at its place."),
    Code("wrong-count", ERROR,
         "Something is given more or fewer values in its brackets than it asks for."),
    Code("not-comparable", ERROR,
         "Two values are compared that are of different kinds, or that have no order."),
    Code("not-tested-for-none", ERROR,
         "A value is used that may be none, without a test that it is not."),
    Code("out-of-range", ERROR,
         "A number lies outside the range that is declared for it."),
    Code("may-be-out-of-range", WARNING,
         "A key runs through more numbers than there are variables for."),
    Code("empty-range", ERROR,
         "A range ends before it begins, so that no number lies in it."),
    Code("needs-range", ERROR,
         "A number needs a lowest and a highest value here, and has none."),
    Code("not-a-zone", ERROR,
         "Components are sent to, or taken from, something that cannot hold any."),
    Code("bad-visibility", ERROR,
         "What is said about who may see a thing does not fit the place where it "
         "lies."),
    Code("hidden-in-seen-by", ERROR,
         "Who sees a thing depends on what these players cannot know."),
    Code("hidden-in-announcement", ERROR,
         "An announcement tells those who hear it what they cannot know."),
    Code("seen-by-nobody", WARNING,
         "Nobody can ever see a thing, by what is said of who sees it."),
    Code("seen-anyway", WARNING,
         "Something is shown to players who see it anyway."),
    Code("cannot-change", ERROR,
         "Something is changed that stays as it is there, such as a constant, or "
         "anything inside a function."),

    # the course of the game
    Code("several-called-so", ERROR,
         "A name stands for one card or tile, and several are called so."),
    Code("missing-reason", ERROR,
         "A condition does not say what a player is told where it does not hold."),
    Code("no-value", ERROR,
         "A function can come to its end without having returned a value."),
    Code("old-form", ERROR,
         "Something is said as in an earlier edition of the language."),
    Code("outside-loop", ERROR,
         "A line leaves a loop, or goes on to its next round, but stands in no loop."),
    Code("not-at-once", ERROR,
         "A loop whose rounds happen at once holds what cannot happen at once."),
    Code("wins-in-loop", ERROR,
         "A loop over players ends the game in its first round, so that only one of them "
         "wins or loses."),
    Code("mixed-results", ERROR,
         "Two lines of a game give results that cannot be told apart, or be compared."),
    Code("left-halfway", ERROR,
         "Choices that are made as well as possible are broken off before their end."),
    Code("recursive", ERROR,
         "A rule or a function uses itself, directly or through others, and does not say "
         "how deep."),
    Code("nothing-to-cancel", ERROR,
         "An event is cancelled where none happens, or nothing says what is done then."),
    Code("handler-order", ERROR,
         "Two handlers or adjustments answer to the same moment, and nothing says "
         "which comes first."),
    Code("unreachable", WARNING,
         "A line is never carried out, because the lines before it always lead "
         "elsewhere."),
    Code("endless-loop", WARNING,
         "A loop cannot come to an end, or not by what it does itself."),
    Code("hidden-in-offer", WARNING,
         "What a player is offered tells something that this player cannot know."),
    Code("hidden-in-best", ERROR,
         "What is best for a player depends on something that this player cannot know."),
    Code("may-have-left", WARNING,
         "Somebody is to choose who may have left the game by then."),
    Code("chance-in-best", WARNING,
         "What is best for a player is to be found out where chance plays a part."),
    Code("may-be-empty", WARNING,
         "A choice can have nothing to choose from, and no otherwise says what "
         "happens then."),
    Code("never-there", ERROR,
         "A line asks for what is certain not to be there, so it stops the game whenever "
         "it is reached."),
    Code("may-lack-greatest", WARNING,
         "The most or the least of a collection is asked for that may be empty."),
    Code("may-be-nothing", NOTE,
         "One is taken of a collection in which there may be none."),
    Code("may-be-several", NOTE,
         "The only one is meant, and there may be several."),
    Code("may-lack-item", NOTE,
         "An item is asked for that a list may not have."),
    Code("may-lack-row", WARNING,
         "A table is asked for a row that it may not have."),
    Code("may-be-too-few", NOTE,
         "More may be drawn, or taken away, than there is."),
    Code("may-leave-range", NOTE,
         "A variable may be given a number that lies outside its range."),
    Code("no-order", WARNING,
         "The first, the last or the top is asked for of something that has no order."),
    Code("lost-reason", NOTE,
         "A condition says why it does not hold, and stands behind `not`, where that is "
         "told to nobody."),
    Code("link-both-ways", WARNING,
         "A link is written twice, once in each direction, so there are two of it."),
    Code("space-alone", NOTE,
         "No link leads to a space of a board, so no way does."),
    Code("many-candidates", NOTE,
         "Steps of a way are asked of very many that they might lead to."),
    Code("never-stepped", WARNING,
         "A walk is to make steps that lead to no cell beside the one where they begin."),
    Code("never-offered", WARNING,
         "An action is described, but no menu ever offers it to a player."),
    Code("changes-nothing", WARNING,
         "An action lets a player choose something, but changes nothing in the game."),

    # tables
    Code("unreadable-table", ERROR,
         "The file of a table is missing, or it cannot be read as a table."),
    Code("missing-column", ERROR,
         "A table lacks a column that the game asks for."),
    Code("misspelled-value", WARNING,
         "A cell of a column from which an enum is read looks like a slip of the pen."),
    Code("extra-column", ERROR,
         "A table has a column that the game knows nothing about."),
    Code("bad-table-row", ERROR,
         "A row has more or fewer cells than its table has columns."),
    Code("bad-cell", ERROR,
         "A cell holds something that cannot stand in its column."),
    Code("duplicate-row", ERROR,
         "Two rows of a table are about the same case, so either could be right."),
    Code("missing-row", ERROR,
         "A table has no row for a case that can come up in the game."),

    # components, boards and the set-up
    Code("count-mismatch", ERROR,
         "The supply states one number of components, and its contents add up to "
         "another."),
    Code("never-supplied", WARNING,
         "A kind of card or tile is described, but the supply brings none of them."),
    Code("board-size", ERROR,
         "A board is given a size that no board can have."),
    Code("not-fixed", ERROR,
         "Something must be known before the game begins, and depends on its "
         "course."),
    Code("bad-player-count", ERROR,
         "A number of players is stated for which there is no such game."),
    Code("setup-fails", ERROR,
         "For some number of players the set-up cannot be carried out to its end."),
    Code("refused-setup", WARNING,
         "With some number of players the game refuses its own options as declared."),

    # the rulebook and the labels
    Code("unreadable-rulebook", ERROR,
         "The rulebook that the game names is missing, or it cannot be read."),
    Code("unknown-paragraph", ERROR,
         "A paragraph is cited that the rulebook does not have."),
    Code("bad-source", ERROR,
         "A line of the list of sources beside the rulebook cannot be read."),
    Code("second-word", WARNING,
         "A text uses another word than the game's table of terms."),
    Code("shared-word", WARNING,
         "Two buttons that can be seen together have the same name."),
    Code("missing-translation", WARNING,
         "Something that players see has no name in one of the game's languages."),
    Code("unreadable-translation", WARNING,
         "A catalogue of translations has a line that cannot be read."),
    Code("unfilled-braces", WARNING,
         "A text holds something in braces, and people see the braces: only `named` "
         "and `announce` fill in names."),
    Code("unknown-language", WARNING,
         "A label is given in a language that the game does not declare."),

    # scenarios
    Code("scenario-players", ERROR,
         "A scenario does not state a number of players that the game is for."),
    Code("scenario-choice", ERROR,
         "A scenario names a choice that the game does not have."),
    Code("duplicate-scenario", WARNING,
         "Two scenarios have one title, so a report cannot tell them apart."),
    Code("expects-nothing", WARNING,
         "A scenario expects what holds whatever the rules do, or nothing at all."),
    Code("given-after-let", WARNING,
         "A scenario changes what a rule that it has started has named something from."),
)
# fmt: on

CATALOGUE: Mapping[str, Code] = MappingProxyType({code.name: code for code in CODES})


def problem(
    code: str,
    span: Span,
    message: str,
    *,
    mark: str = "",
    labels: tuple[Label, ...] = (),
    hint: str | Remedy | None = None,
) -> Diagnostic:
    """A problem of a kind that stands in the catalogue, as severe as it says there.

    Raises:
        KeyError: No such code; that is a bug of ours, not of a game.
    """
    remedy = Remedy(hint) if isinstance(hint, str) else hint
    return Diagnostic(
        code=code,
        severity=CATALOGUE[code].severity,
        message=message,
        span=span,
        mark=mark,
        labels=labels,
        hint=remedy.sentence if remedy is not None else None,
        edits=remedy.edits if remedy is not None else (),
    )

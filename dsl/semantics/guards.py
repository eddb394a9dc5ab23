"""Where a test for none can be put, so that what is read there is not none.

It depends on what is being checked: a condition takes the test by `and`, what is looked
through by `where`, a statement stands under an `if`, the head of an action has a
`require`, and any other value says what counts instead.
"""

from attrs import frozen

from rulesrun.dsl.problems.diagnostics import Edit, Remedy
from rulesrun.dsl.problems.remedies import end_of, insert, start_of
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes

ONE_LINE = (
    nodes.Assign,
    nodes.Do,
    nodes.Draw,
    nodes.Move,
    nodes.MovePieces,
    nodes.Raise,
    nodes.Show,
    nodes.Shuffle,
    nodes.Wins,
    nodes.Leaves,
)
"""Statements without lines under them, and without a name that later lines use."""


@frozen
class Guard:
    """What a test for none would be added to."""

    def remedy(self, text: str) -> Remedy:
        """What to try where `text` may be none."""
        return Remedy(
            f"say what counts without it:  ... if {text} is not none else ..."
        )


@frozen
class Condition(Guard):
    """A condition, with the word that begins it, if any: the test goes before it."""

    test: nodes.Expr
    word: str = ""

    def remedy(self, text: str) -> Remedy:
        """The condition with the test before it."""
        word = f"{self.word} " if self.word else ""
        return Remedy(
            f"test it first:  {word}{text} is not none and ...",
            _before(self.test, f"{text} is not none and "),
        )


@frozen
class Members(Guard):
    """Members of a collection: those without it are left out."""

    binder: nodes.Binder
    end: Span | None = None  # what stands before the `where`, if not the collection

    def remedy(self, text: str) -> Remedy:
        """The members with a further condition."""
        sentence = f"leave out those without it:  where {text} is not none"
        if self.binder.where is not None:
            test = f"{text} is not none and "
            return Remedy(f"{sentence} and ...", _before(self.binder.where, test))
        place = end_of(self.end or self.binder.of.span)
        return Remedy(sentence, (Edit(place, f" where {text} is not none"),))


@frozen
class Line(Guard):
    """A statement: it goes under an `if`."""

    statement: nodes.Stmt

    def remedy(self, text: str) -> Remedy:
        """The statement under an `if`."""
        sentence = f"test it first:  if {text} is not none:"
        place = self.statement.span
        if not isinstance(self.statement, ONE_LINE) or place.line != place.end_line:
            return Remedy(sentence)
        deeper = "\n" + " " * (place.column + 3)
        return insert(sentence, place, f"if {text} is not none:{deeper}")


@frozen
class Head(Guard):
    """A line in the head of an action: another one goes above it."""

    line: Span

    def remedy(self, text: str) -> Remedy:
        """The line below a `require`."""
        test = f"require {text} is not none"
        indent = "\n" + " " * (self.line.column - 1)
        return insert(f"ask for it first:  {test}", self.line, f"{test}{indent}")


NOWHERE = Guard()
"""Where no line and no condition can ask: the value itself has to."""


def _before(condition: nodes.Expr, test: str) -> tuple[Edit, ...]:
    """What puts a test before a condition, and the whole into brackets if needed."""
    if isinstance(condition, nodes.Or):
        end = Edit(end_of(condition.span), ")")
        return Edit(start_of(condition.span), f"{test}("), end
    return (Edit(start_of(condition.span), test),)

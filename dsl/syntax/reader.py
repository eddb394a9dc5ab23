"""Reading one block of rules by the grammar, and where a block cannot be read.

The grammar is analysed once: it ships analysed, or is kept between two starts.
"""

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Protocol, cast

from attrs import frozen
from lark import Lark, Token
from lark.exceptions import LarkError, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter
from lark.lexer import PatternStr

from rulesrun.dsl.problems.diagnostics import Edit
from rulesrun.dsl.problems.remedies import applied
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.analysed import fingerprint, from_text, to_text
from rulesrun.dsl.syntax.build import Builder
from rulesrun.dsl.syntax.lines import Block
from rulesrun.dsl.syntax.mistakes.misfits import NEEDS
from rulesrun.dsl.syntax.mistakes.trouble import Trouble
from rulesrun.dsl.syntax.nodes import Decl


class GluedError(LarkError):
    """A word of the language runs into the next one: `a andb`."""

    def __init__(self, token: Token) -> None:
        super().__init__()
        self.token = token


_AHEAD = re.compile(r"([a-z]+)\(\?=")

BETWEEN = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})


class Indentation(Indenter):
    """Lines that belong together by their indentation."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The words with the depths of the lines between them."""
        return cast(Iterator[Token], super().process(_apart(stream)))  # type: ignore[no-untyped-call]


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    """The same words; Lark finds `and` in `andb` where no name can stand."""
    end: int | None = None
    before = ""
    for token in stream:
        if token.start_pos == end and (before[-1:] + token[:1]).isidentifier():
            raise GluedError(token)
        yield token
        before, end = token, token.end_pos


@frozen
class Reader:
    """Lark with our grammar, the builder inside it, and the words of its terminals."""

    lark: Lark
    builder: Builder
    spelling: dict[str, str]

    def read(self, block: Block) -> Decl:
        """The declaration of a block.

        Raises:
            LarkError: It cannot be read.
        """
        self.builder.path = block.path
        self.builder.offset = block.offset
        self.builder.edition = block.edition
        self.builder.problems = []
        return cast(Decl, self.lark.parse(block.text()))

    def can_read_with(self, block: Block, line: int, edits: tuple[Edit, ...]) -> bool:
        """Whether a block can be read beyond one of its lines after some changes."""
        moved = [
            Edit(
                Span(
                    "",
                    e.span.line - block.offset,
                    e.span.column,
                    e.span.end_line - block.offset,
                    e.span.end_column,
                ),
                e.text,
            )
            for e in edits
        ]
        result, self.builder.problems = self.builder.problems, []
        try:
            self.lark.parse(applied(block.text(), moved))
        except UnexpectedInput as error:
            return error.line > block.lines[line].last + 1
        except GluedError as error:
            return (error.token.line or 0) > block.lines[line].last + 1
        except LarkError:
            return False
        finally:
            self.builder.problems = result
        return True

    def trouble(self, block: Block, error: LarkError) -> Trouble | None:
        """Where a block cannot be read, and what could stand there."""
        if isinstance(error, GluedError | UnexpectedToken):
            token = error.token
            line, column, early = token.line, token.column, token.type in BETWEEN
        elif isinstance(error, UnexpectedInput):
            line, column, early = error.line, error.column, False
        else:
            return None
        at = block.line_at((line or 1) - 1)
        if at is None:
            return None
        words = block.lines[at].words
        place = len(words)
        if not early:
            place = sum((word.line + 1, word.end) <= (line, column) for word in words)
        fits, before = self._fits(block)
        if isinstance(error, GluedError):
            fits = before  # the first half of the word was taken for a word
        elif (
            fits == {"STRING"}
            and place > 1
            and "NAME" in before
            and before & {"CITE", ":"}
        ):
            fits = before  # the last word was taken for the language of a label
            place -= 1
        base = block.lines[at].behind_colon
        if not 0 < base <= place:
            base = 0
        return Trouble(block=block, line=at, at=place - base, fits=fits, base=base)

    def _fits(self, block: Block) -> tuple[frozenset[str], frozenset[str]]:
        """What could stand where a block cannot be read, and one word before that.

        By the time that Lark reports a word, it has already done what any word would
        have led to. So the block is read again, up to that word.
        """
        parser = self.lark.parse_interactive(block.text())
        state = parser.parser_state
        steps = deque([(list(state.state_stack), list(state.value_stack))], maxlen=2)
        try:
            for token in parser.lexer_thread.lex(state):  # type: ignore[no-untyped-call]
                parser.feed_token(token)
                steps.append((list(state.state_stack), list(state.value_stack)))
        except LarkError:
            pass
        result = []
        for states, values in steps:
            state.state_stack[:], state.value_stack[:] = states, values
            fits = parser.accepts()  # type: ignore[no-untyped-call]
            result.append(frozenset(self.spelling.get(name, name) for name in fits))
        return result[-1], result[0]


class Keeper(Protocol):
    """Keeps a text between two starts."""

    def read(self) -> str | None:
        """The text that is kept, if there is any."""

    def write(self, text: str) -> None:
        """Keep a text in its place, if that can be."""


SHIPPED = "grammar.json"
"""The analysed grammar in the package, put there when it is built."""


_KEPT_BY: list[Keeper] = []


def keep_grammar_by(keeper: Keeper) -> None:
    """Keep the analysed grammar, which saves most of a second at every start.

    It is plain data. What is out of date or damaged is made anew.
    """
    _KEPT_BY[:] = [keeper]


@cache
def the_reader() -> Reader:
    """The grammar, shipped or kept or analysed now, made once."""
    folder = resources.files("rulesrun.dsl.syntax")
    grammar = folder.joinpath("grammar.lark").read_text("utf-8")
    builder = Builder()
    of = fingerprint(grammar)
    lark: Lark | None = None
    shipped = folder.joinpath(SHIPPED)
    if shipped.is_file():
        text = shipped.read_text("utf-8")
        lark = from_text(text, of, Indentation(), builder)
    for keeper in _KEPT_BY if lark is None else ():
        cached = keeper.read()
        lark = from_text(cached, of, Indentation(), builder) if cached else None
    if lark is None:
        lark = _analysed(grammar, builder)
        for keeper in _KEPT_BY:
            keeper.write(to_text(lark, of))
    spelling = {
        terminal.name: terminal.pattern.value
        for terminal in lark.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    for terminal in lark.terminals:  # words that look at what stands behind them
        word = _AHEAD.match(terminal.pattern.value)
        if word is not None and terminal.name not in NEEDS:
            spelling[terminal.name] = word[1]
    return Reader(lark, builder, spelling)


def _analysed(grammar: str, builder: Builder) -> Lark:
    """The grammar, analysed."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=Indentation(),
        maybe_placeholders=True,
        keep_all_tokens=True,  # the builder takes all places from them
        propagate_positions=False,
        transformer=builder,
    )


def analysed() -> str:
    """The analysed grammar as a text, to be shipped with the package."""
    grammar = (
        resources.files("rulesrun.dsl.syntax")
        .joinpath("grammar.lark")
        .read_text("utf-8")
    )
    return to_text(_analysed(grammar, Builder()), fingerprint(grammar))


def words_of_the_grammar() -> frozenset[str]:
    """Every word that the grammar knows, reserved or only at some places."""
    return frozenset(word for word in the_reader().spelling.values() if word.isalpha())

"""The rules of the grammar whose nodes hold their parts and nothing else: a row each.

A row names the rule, the class and, in the order of the rule, the fields that its parts
go into; then what is fixed. The word for a part may say how it is read:

    name        a token as its text, with its place in `name_span` where there is such a
                field; an indented block as a tuple; anything else as it is
    name:int    a token as a number, and so by each other word of READ
    name=up     whether a token is that word
    name?       empty where the part is left out
    *name       all parts that the other words leave, as a tuple
    each        what a comprehension gives, with its binders in fields of their own
    _           nothing holds this part

Citations that stand in two places are joined. What other rules build, `build.py` says.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import fields_dict, frozen
from lark import Token

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.nodes import Cite, Node

Place = Callable[[Token], Span]


class Suite(tuple[Any, ...]):
    """The indented lines under a header; where they begin, the header ends."""

    __slots__ = ()


class Each(NamedTuple):
    """A comprehension: what it gives of each, the first of its loops, and the others."""

    item: nodes.Expr
    binder: nodes.Binder
    more: tuple[nodes.Binder, ...]


@frozen(kw_only=True)
class Rows(Node):
    """The rows of a table, or the spreadsheet that holds them."""

    rows: tuple[nodes.TableRow, ...] = ()
    csv: nodes.Text | None = None
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True)
class Mark(Node):
    """A small part that a larger construct takes up: `at most 3`, `seen by owner`."""

    kind: str
    value: Any = None
    cites: tuple[Cite, ...] = ()


def unquoted(token: Token) -> str:
    """What stands between the quotation marks."""
    return token[1:-1]


READ: dict[str, Callable[[Place, Any], Any]] = {
    "int": lambda at, token: int(token),
    "negative": lambda at, token: -int(token),
    "name": lambda at, token: nodes.Name(span=at(token), text=str(token)),
    "letter": lambda at, token: (
        unquoted(token) if token.type == "STRING" else str(token)
    ),
    "key": lambda at, kind: nodes.Key(
        span=kind.span,
        kind=kind.base,
        name=kind.name,
        name_span=kind.name_span,
        low=kind.low,
        high=kind.high,
    ),
    "named": lambda at, token: nodes.Named(span=at(token), text=str(token)),
    "text": lambda at, token: nodes.Text(span=at(token), value=unquoted(token)),
    "unquoted": lambda at, token: unquoted(token),
}
"""How a part is read, by the word for it; what a variable is one for each of, is a type."""


class Row:
    """Builds the node of one rule."""

    def __init__(self, node_class: type[Node], parts: str, **fixed: Any) -> None:
        self.made = node_class
        self.fixed = fixed
        before, _, after = parts.partition("*")
        self.before = before.split()
        self.rest, self.after = "", list[str]()
        if after:
            self.rest, *self.after = after.split()
        self.placed = {
            n for n in fields_dict(node_class) if f"{n}_span" in fields_dict(node_class)
        }

    def __call__(self, at: Place, span: Span, *parts: Any) -> Node:
        """The node, from the parts that mean something; `at` tells where a token is."""
        result = {"span": span, **self.fixed}
        end = len(parts) - len(self.after)
        for word, part in zip(self.before, parts, strict=False):
            self.put(result, word, part, at)
        if self.rest:
            name, _, way = self.rest.partition(":")
            many = parts[len(self.before) : end]
            result[name] = tuple(READ[way](at, one) for one in many) if way else many
        for word, part in zip(self.after, parts[end:], strict=True):
            self.put(result, word, part, at)
        return self.made(**result)

    def put(self, results: dict[str, Any], word: str, part: Any, at: Place) -> None:
        """Put a part into its field."""
        name, _, wanted = word.partition("=")
        name, _, way = name.rstrip("?").partition(":")
        if name == "_":
            return
        if isinstance(part, Each):
            results.update(part._asdict())
            return
        if wanted:
            part = part == wanted
        elif isinstance(part, Token):
            if name in self.placed:
                results[f"{name}_span"] = at(part)
            part = READ[way](at, part) if way else str(part)
        elif way and part is not None:
            part = READ[way](at, part)
        elif isinstance(part, Suite) or (part is None and word[-1] == "?"):
            part = tuple(part or ())
        results[name] = results[name] + part if name in results else part


COPYING = {
    # ---- file head
    "language": Row(nodes.Language, "edition:int cites"),
    "game_rulebook": Row(Mark, "value:text cites", kind="rulebook"),
    "game_languages": Row(Mark, "value cites", kind="languages"),
    "game_estimate": Row(Mark, "value:named cites", kind="estimate"),
    "game_teams": Row(Mark, "value cites", kind="teams"),
    "include": Row(nodes.Include, "name:unquoted cites"),
    "option_decl": Row(nodes.OptionDecl, "name labels type default cites"),
    # ---- components
    "enum_listed": Row(nodes.EnumDecl, "name labels column:named csv cites", values=()),
    "enum_name": Row(nodes.EnumValue, "name labels"),
    "old_enum_value": Row(nodes.EnumValue, "name labels cites *cases"),
    "old_enum_function": Row(nodes.EnumFunction, "name params? returns default cites"),
    "old_enum_case": Row(nodes.EnumCase, "name value cites"),
    "field": Row(nodes.FieldDecl, "name labels type by cites"),
    "piece": Row(nodes.PieceDecl, "name kinds labels count each cites"),
    "board_grid": Row(nodes.BoardDecl, "name labels shape rows columns naming cites"),
    "board_graph": Row(
        nodes.BoardDecl, "name labels spaces:named cites", shape="spaces"
    ),
    "board_parts": Row(nodes.BoardDecl, "name labels shape whole:named cites"),
    "board_links": Row(nodes.BoardDecl, "name labels shape whole:named csv cites"),
    "supply": Row(nodes.Supply, "cites *lines"),
    "supply_csv": Row(nodes.SupplyLine, "count component:named csv cites"),
    "supply_each": Row(nodes.SupplyLine, "count component:named cites", each=True),
    "supply_one": Row(nodes.SupplyLine, "count component:named args? cites"),
    "table_csv": Row(Rows, "csv cites"),
    "table_inline": Row(Rows, "cites *rows"),
    "cell": Row(Mark, "*value", kind="cell"),
    "map_letter": Row(nodes.MapLetter, "letter:letter value cites"),
    "neutral": Row(nodes.Neutral, "name labels when cites"),
    # ---- state
    "state": Row(nodes.StateDecl, "cites *variables", owner=None),
    "each_block": Row(nodes.StateDecl, "owner:key cites *variables"),
    "ledger": Row(Mark, "", kind="ledger"),
    "shuffled": Row(Mark, "", kind="shuffled"),
    "turned": Row(Mark, "value:named", kind="turned"),
    # ---- types
    "zone": Row(nodes.ZoneNode, "kind *names:named"),
    "type_int": Row(nodes.TypeNode, "", base="int"),
    "type_bool": Row(nodes.TypeNode, "", base="bool"),
    "type_text": Row(nodes.TypeNode, "", base="text"),
    "type_player": Row(nodes.TypeNode, "", base="player"),
    "type_edge": Row(nodes.TypeNode, "", base="edge"),
    "type_range": Row(nodes.TypeNode, "low high", base="range"),
    "type_name": Row(nodes.TypeNode, "name", base="name"),
    "type_list": Row(nodes.TypeNode, "*inner", base="list"),
    "type_set": Row(nodes.TypeNode, "*inner", base="set"),
    "type_bundle": Row(nodes.TypeNode, "name", base="bundle"),
    "type_grid": Row(nodes.TypeNode, "base name"),
    "type_tuple": Row(nodes.TypeNode, "*inner", base="tuple"),
    # ---- rules
    "names_decl": Row(nodes.NamesDecl, "names type cites"),
    "constant": Row(nodes.ConstantDecl, "name value cites"),
    "param": Row(nodes.Param, "name type"),
    "function_long": Row(nodes.FunctionDecl, "name params? returns cites body"),
    "rule": Row(nodes.RuleDecl, "name params? returns labels deepest cites body"),
    "shared_head": Row(nodes.SharedHead, "name args? cites"),
    "head": Row(nodes.HeadDecl, "name params cites *lines"),
    "substitution": Row(nodes.SubstitutionDecl, "name params? of:named cites *lines"),
    "event": Row(nodes.EventDecl, "name params? labels cites"),
    "play": Row(nodes.Play, "cites body"),
    "always": Row(nodes.AlwaysDecl, "test cites"),
    # ---- statements
    "done": Row(nodes.Do, "name args?"),
    "assign": Row(nodes.Assign, "target value cites", op="="),
    "change": Row(nodes.Assign, "target op value cites"),
    "else_part": Row(Mark, "cites value", kind="else"),
    "for_each": Row(nodes.ForEach, "binder cites body"),
    "for_each_at_once": Row(nodes.ForEach, "binder cites body", at_once=True),
    "while_": Row(nodes.While, "test cites body"),
    "repeat_until": Row(nodes.RepeatUntil, "cites body until cites"),
    "repeat_times": Row(nodes.RepeatTimes, "times cites body"),
    "stop": Row(nodes.Stop, "cites"),
    "next_": Row(nodes.Next, "cites"),
    "pass_": Row(nodes.Pass, "cites"),
    "return_": Row(nodes.Return, "value cites"),
    "cancel": Row(nodes.Cancel, "cites"),
    "move": Row(nodes.Move, "what to cites"),
    "move_pieces": Row(nodes.MovePieces, "count source to cites"),
    "move_up_to": Row(nodes.MovePieces, "count source to cites", up_to=True),
    "draw_up_to": Row(nodes.Draw, "count source to cites", up_to=True),
    "draw": Row(nodes.Draw, "count source to cites"),
    "shuffle": Row(nodes.Shuffle, "zone cites"),
    "expect_sees": Row(nodes.ExpectSees, "player what cites"),
    "expectation": Row(nodes.Expectation, "test cites"),
    "turn": Row(nodes.Turn, "player cites body"),
    "show": Row(nodes.Show, "what to cites"),
    "destination": Row(nodes.Destination, "end zone at"),
    "end_game": Row(nodes.EndGame, "cites"),
    "leaves": Row(nodes.Leaves, "player cites"),
    "wins": Row(nodes.Wins, "player loses=loses cites"),
    "everybody_wins": Row(nodes.Wins, "loses=loses cites", player=None, everybody=True),
    "nobody_wins": Row(nodes.Wins, "cites", player=None),
    "best": Row(nodes.Best, "player by cites body"),
    # ---- choices
    "again": Row(Mark, "value", kind="again"),
    "choose_one": Row(Mark, "*value", kind="one"),
    "choose_some": Row(Mark, "*value", kind="several"),
    "at_least": Row(Mark, "value", kind="at least"),
    "at_most": Row(Mark, "value", kind="at most"),
    "exactly": Row(Mark, "value", kind="exactly"),
    "otherwise": Row(Mark, "cites value", kind="otherwise"),
    "passing": Row(Mark, "cites value", kind="pass"),
    "menu_option": Row(nodes.MenuOption, "name labels when cites body"),
    # ---- scenarios
    "scenario_players": Row(Mark, "value:int cites", kind="players"),
    "scenario_seed": Row(Mark, "value:int cites", kind="seed"),
    "case_row": Row(Mark, "*value cites", kind="row"),
    "scenario_given": Row(nodes.Given, "cites body"),
    "scenario_start": Row(nodes.Start, "name args? cites"),
    "scenario_start_in_play": Row(nodes.Start, "name args? cites", in_play=True),
    "scenario_random": Row(nodes.RandomChoices, "times:int cites"),
    "scenario_always": Row(nodes.Always, "test cites"),
    "scenario_expect": Row(nodes.Expect, "test cites"),
    "scenario_to_act": Row(nodes.ExpectToAct, "seat:int cites"),
    "scenario_hidden": Row(nodes.ExpectSeen, "seat:int of cites", hidden=True),
    "scenario_shown": Row(nodes.ExpectSeen, "seat:int of cites", hidden=False),
    "scenario_over": Row(nodes.ExpectOver, "cites"),
    "scenario_rule_over": Row(nodes.ExpectRuleOver, "cites"),
    # ---- expressions
    "can": Row(nodes.Can, "name args?"),
    "after": Row(nodes.After, "of name args?"),
    "conditional": Row(nodes.Conditional, "then test otherwise"),
    "or_": Row(nodes.Or, "left right"),
    "and_": Row(nodes.And, "left right"),
    "not_": Row(nodes.Not, "of"),
    "compare": Row(nodes.Compare, "left op right"),
    "member": Row(nodes.Member, "item of", negated=False),
    "not_member": Row(nodes.Member, "item of", negated=True),
    "empty": Row(Mark, "", kind="empty"),
    "grid_with": Row(nodes.GridWith, "grid component at"),
    "grid_without": Row(nodes.GridWithout, "grid at"),
    "range": Row(nodes.RangeOf, "low high"),
    "arithmetic": Row(nodes.Arithmetic, "left op right"),
    "negative_expr": Row(nodes.Negative, "of"),
    "attribute": Row(nodes.Attribute, "of name"),
    "index": Row(nodes.Index, "of keys"),
    "stated": Row(nodes.Compare, "left:name right", op="=="),
    "division": Row(nodes.Division, "left right up=up"),
    "negative": Row(nodes.Int, "value:negative"),
    "fold": Row(nodes.Fold, "name each otherwise"),
    "list_comprehension": Row(nodes.ListFor, "each"),
    "set_comprehension": Row(nodes.SetFor, "each"),
    "ordering": Row(nodes.Ordering, "most=most by"),
    "number": Row(nodes.Int, "value:int"),
    "string": Row(nodes.Text, "value:unquoted"),
    "true": Row(nodes.Bool, "", value=True),
    "false": Row(nodes.Bool, "", value=False),
    "none": Row(nodes.NoneValue, ""),
    "player_literal": Row(nodes.PlayerAt, "seat:int"),
    "it": Row(nodes.It, ""),
    "name": Row(nodes.Name, "text"),
    "call": Row(nodes.Call, "name args?"),
    "tuple_": Row(nodes.TupleOf, "*items"),
    "list_": Row(nodes.ListOf, "items?"),
    "set_": Row(nodes.SetOf, "items?"),
    "longest_run": Row(nodes.LongestRun, "binder"),
    "runs": Row(nodes.Runs, "binder"),
    "reach": Row(nodes.Reach, "start limit within stepping"),
    "steps": Row(nodes.Steps, "start goal within stepping"),
    "stepping": Row(nodes.Stepping, "source:named target:named side among cost where"),
    "regions": Row(nodes.Regions, "of stepping"),
}
"""By the name of the rule; in the order of `grammar.lark`."""

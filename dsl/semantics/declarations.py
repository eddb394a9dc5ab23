"""Types of declarations: every body, default, count and scenario of a file.

More than 400 lines: one method a kind of declaration, which share what is in sight.
"""

from rulesrun.dsl.problems.diagnostics import Label, Severity
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.assignments import check_range
from rulesrun.dsl.semantics.audiences import check_audience
from rulesrun.dsl.semantics.cases import check_cases
from rulesrun.dsl.semantics.constants import NotFixed, evaluate
from rulesrun.dsl.semantics.displays import check_shown
from rulesrun.dsl.semantics.guards import Head
from rulesrun.dsl.semantics.inference.calls import check_arguments
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.inference.results import result_of
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.payments import check_substitution
from rulesrun.dsl.semantics.probing import Probe
from rulesrun.dsl.semantics.report import Report
from rulesrun.dsl.semantics.resolve import resolve_body
from rulesrun.dsl.semantics.statements import Body, choice, ends, no_rule
from rulesrun.dsl.semantics.world import Resolved, Resolving, Typing, World
from rulesrun.dsl.semantics.written_types import named_type
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LONGEST_HEAD
from rulesrun.dsl.syntax.words import CELL_NAMES

CHANGING = nodes.Given | nodes.Start | nodes.ScenarioChoice | nodes.RandomChoices
"""The lines of a scenario after which the game stands elsewhere."""


def infer_types(resolved: Resolved) -> World:
    """What each expression of the file is; problems go to its report."""
    world = infer_outside(resolved)
    for decl in (*world.file.declarations, *world.derived):
        if not isinstance(decl, nodes.ScenarioDecl):
            infer_body(world, decl)
    for scenario in world.scenarios:  # at last: they ask what the rules let one choose
        infer_body(world, scenario)
    settle_all(world)
    return world


def infer_outside(resolved: Resolved, probe: Probe | None = None) -> Typing:
    """Check what is written outside of bodies: what variables begin with, constants.

    And find out what functions give that do not say it.
    """
    world = Typing.after(resolved, probe=probe)
    for function in world.each(sym.FunctionSymbol):
        result_of(Inference(world, pure=True), function)
    for variable in world.variables:
        _initial(world, variable)
    for constant in world.each(sym.ConstantSymbol):
        if constant.type is None:
            constant.type = Inference(world, pure=True).expr(constant.decl.value)
        _before_the_game(world, constant.decl.value, "a constant")
    for option in world.each(sym.OptionSymbol):
        _option(world, option)
        Inference(world, pure=True).want(option.decl.default, option.type)
    for table in world.each(sym.TableSymbol):
        if table.decl.default is not None:
            for _, kind in table.values:
                Inference(world, pure=True).want(table.decl.default, kind)
    if world.game is not None:
        for requirement in world.game.require:
            _requirement(world, requirement)
        if world.game.estimate is not None:
            _estimate(world, world.game.estimate)
        if world.game.teams is not None:
            _teams(world, world.game.teams)
    for line in world.supply:
        _supply_line(world, line)
    return world


def infer_body(world: Typing, decl: nodes.Decl) -> None:
    """Check the body of one declaration."""
    if isinstance(decl, nodes.ScenarioDecl):
        _scenario(world, decl)
    else:
        _declaration(world, decl)


def settle_all(world: Typing) -> None:
    """Let the tree say what has become known of empty literals; the others are told."""
    if not world.opened:
        return
    hidden = world.broken or world.lost  # the use may be on a line that cannot be read
    if not hidden and not any(d.severity is Severity.ERROR for d in world.told):
        for node, kind in world.opened.values():
            if isinstance(t.settled(kind), t.OpenType):
                world.report(
                    "wrong-type",
                    node.span,
                    "nothing says what this is empty of",
                    mark="of what?",
                    hint="use it where a collection of some kind is needed, or leave it out",
                )
    for place, result in world.types.items():
        world.types[place] = t.settled(result)
    for symbol in (*world.refs.values(), *world.candidates.values()):
        if isinstance(symbol, sym.LocalSymbol):
            symbol.type = t.settled(symbol.type)


def _option(world: Typing, option: sym.OptionSymbol) -> None:
    """An option is of a kind whose values can be named before the game begins."""
    kind = option.type
    inner = kind.item if isinstance(kind, t.OptionalType) else kind
    if not isinstance(
        inner,
        t.BoolType | t.IntType | t.EnumType | t.TextType | t.PlayerType | t.UnknownType,
    ):
        world.report(
            "wrong-type",
            option.decl.type.span,
            f"an option cannot be {t.with_article(inner)}: "
            "nobody could name one before the game",
            hint="let it be a number, true or false, a value of an enum, or a player",
        )


def _requirement(world: Typing, line: nodes.Require) -> None:
    """What options must be like: it is asked before there is any state."""
    Inference(world, pure=True).condition(line.test)
    _before_the_game(world, line.test, "what a game requires")


def _estimate(world: Typing, line: nodes.Estimate) -> None:
    """The rule or function by which thinkers judge a game before its end."""
    if isinstance(world.refs.get(id(line)), sym.RuleSymbol | sym.FunctionSymbol):
        return
    if line.name not in world.doubtful:
        world.report_unknown(
            sym.RuleSymbol,
            line.name,
            line.name_span,
            "declare a rule that ranks players, or a function that gives a number",
            code="unknown-rule",
            mark="no rule",
        )


def _teams(world: Typing, line: nodes.Teams) -> None:
    """What is the same for all players of a team."""
    kind = Inference(world, pure=True).expr(line.by)
    inner = kind.item if isinstance(kind, t.OptionalType) else kind
    if not isinstance(
        inner, t.IntType | t.BoolType | t.EnumType | t.PlayerType | t.UnknownType
    ) or (inner is not kind and isinstance(inner, t.IntType | t.BoolType)):
        world.report(
            "wrong-type",
            line.by.span,
            f"{t.with_article(kind)} tells no teams apart",
            mark="no number, and no value of an enum",
            hint="say what is the same for all of a team, such as  teams by it.seat mod 2",
        )


def _before_the_game(world: Typing, expr: nodes.Expr, what: str) -> None:
    """Report what a value looks at that is there only when the game has begun."""
    for node in walk(expr):
        symbol = world.refs.get(id(node))
        if isinstance(
            symbol,
            sym.VariableSymbol
            | sym.FunctionSymbol
            | sym.AmountSymbol
            | sym.ActionSymbol,
        ):
            world.report(
                "not-fixed",
                getattr(node, "span", expr.span),
                f"{what} must be fixed before the game begins, and this is not",
                mark="known only in the game",
                hint="use options, constants, values and `player_count` only",
            )
            return


def _initial(world: Typing, variable: sym.VariableSymbol) -> None:
    infer = Inference(world, pure=True)
    for key in variable.keys:
        for bound in (key.low, key.high):
            if bound is not None:
                infer.number(bound)
    if variable.decl.capacity is not None:
        infer.number(variable.decl.capacity)
    if variable.decl.initial is None:
        return
    if isinstance(variable.type, t.ZoneType) and variable.type.kind != "stock":
        world.report(
            "not-a-zone",
            variable.decl.initial.span,
            "components are put into a zone by `move`, not by `=`",
            hint="move them there in the set-up",
        )
        return
    wanted = variable.type
    if isinstance(wanted, t.ZoneType):
        wanted = t.stock_value(wanted.item)
    infer.want(variable.decl.initial, wanted)
    check_range(world, variable.decl.initial, wanted, variable)


def _rule(world: Typing, rule: sym.RuleSymbol) -> None:
    decl = rule.decl
    body = Body(_with_params(world, rule.params), returns=rule.returns)
    body.block(decl.body)
    body.infer.close()
    if decl.deepest is not None:
        Inference(world, pure=True).number(decl.deepest)
    if rule.returns is not None and not ends(decl.body):
        _no_value(world, rule)


def _supply_line(world: Typing, line: nodes.SupplyLine) -> None:
    infer = Inference(world, pure=True)
    infer.number(line.count)
    kind = named_type(world, line.component.text, line.component.span)
    if line.args and isinstance(kind, t.ComponentType):
        component = world.component(kind.names[0])
        fields = [f for n, f in component.fields.items() if f.span is not None]
        call = nodes.Call(
            span=line.component.span,
            name=component.name,
            name_span=line.component.span,
            args=line.args,
        )
        before = len(world.told)
        check_arguments(infer, call, tuple(fields), line.args)
        if len(world.told) == before:  # else this says it better
            for problem in world.cells.get(id(line), ()):
                world.told.add(problem)
        faulty_spans = {d.span for d in world.told}
        for field, arg in zip(fields, line.args, strict=False):
            if arg.span not in faulty_spans:
                check_range(world, arg, field.type, field)


def _declaration(world: Typing, decl: nodes.Decl) -> None:
    match decl:
        case nodes.FunctionDecl():
            function = world.symbol_of(sym.FunctionSymbol, decl)
            if function is not None:
                _function(world, function)
        case nodes.RuleDecl():
            rule = world.symbol_of(sym.RuleSymbol, decl)
            if rule is not None:
                _rule(world, rule)
        case nodes.ActionDecl():
            action = world.symbol_of(sym.ActionSymbol, decl)
            if action is not None:
                _action(world, action)
        case nodes.Play():
            body = Body(Inference(world))
            body.block(decl.body)
            body.infer.close()
        case nodes.AlwaysDecl(test=test):
            infer = Inference(world, pure=True)
            infer.condition(test, "always")
            infer.close()
        case nodes.Neutral():
            if decl.when is not None:
                Inference(world, pure=True).condition(decl.when)
        case nodes.BoardDecl():
            if decl.naming is not None and decl.naming not in CELL_NAMES:
                world.report(
                    "unknown-name",
                    decl.span,
                    f"no way to name cells is called `{decl.naming}`",
                    hint=did_you_mean(decl.naming, CELL_NAMES)
                    or "write  named algebraic  (a1 at the bottom) or  named lettered",
                )
            for size in (decl.rows, decl.columns):
                if size is not None:
                    Inference(world, pure=True).number(size)
        case nodes.PieceDecl(count=count):
            Inference(world, pure=True).number(count)
        case nodes.AmountDecl():
            _amount(world, decl)
        case nodes.SubstitutionDecl():
            _substitution(world, decl)
        case nodes.HandlerDecl():
            for handler in world.handlers:
                if handler.decl is decl:
                    _handler(world, handler)
        case nodes.AdjustDecl():
            for adjustment in world.adjustments:
                if adjustment.decl is decl:
                    _adjustment(world, adjustment)
        case _:
            pass


def _amount(world: Typing, decl: nodes.AmountDecl) -> None:
    amount = world.symbol_of(sym.AmountSymbol, decl)
    if amount is not None:
        infer = _with_params(world, amount.params)
        infer.pure = True
        for param in amount.params:
            param.used = True  # if not here, then by what adjusts the amount
        infer.number(decl.value)
        for limit in (decl.least, decl.most):
            if limit is not None:
                infer.number(limit)
        infer.close()


def _substitution(world: Typing, decl: nodes.SubstitutionDecl) -> None:
    substitution = world.symbol_of(sym.SubstitutionSymbol, decl)
    if substitution is not None:
        infer = _with_params(world, substitution.params)
        infer.pure = True
        check_substitution(infer, substitution)
        infer.close()


def _with_params(world: Typing, params: tuple[sym.LocalSymbol, ...]) -> Inference:
    infer = Inference(world)
    for param in params:
        earlier = world.names.get(param.name)
        if earlier and param.span and world.is_strange_to(param.span, earlier):
            earlier = None
        if earlier is not None and param.span is not None:
            world.report(
                "shadowed-name",
                param.span,
                f"`{param.name}` means something else already",
                mark="the same name",
                labels=[Label(earlier.span, f"this {earlier.what}")]
                if earlier.span
                else [],
                hint="take another name, so that nobody mixes them up",
            )
            param.constant = False  # it may be the other one that is meant
            param.used = True
        infer.locals[param.name] = param
    return infer


def _function(world: Typing, function: sym.FunctionSymbol) -> None:
    infer = _with_params(world, function.params)
    infer.pure = True
    decl = function.decl
    if isinstance(function, sym.AudienceSymbol):
        check_audience(world, function)
    if isinstance(function, sym.ShownSymbol):
        function.used = True
        check_shown(world, function)
    if decl.cases is not None:
        check_cases(world, decl, infer.expr(decl.cases.by))
        if decl.cases.last is not None:
            infer.condition(decl.cases.last, "by")
    body = Body(infer, returns=function.returns)
    body.block(function.decl.body)
    infer.close()
    if (
        isinstance(decl, nodes.ConditionDecl)
        and decl.reason == nodes.NO_LABELS
        and decl.name not in world.broken
    ):
        world.report(
            "missing-reason",
            decl.name_span,
            f"the condition `{decl.name}` does not say what a player is told where it does "
            "not hold",
            hint="it stands behind the brackets, in quotes; what needs none is a function: "
            " -> bool",
        )
    if not ends(function.decl.body):
        _no_value(world, function)


def _no_value(world: World, symbol: sym.FunctionSymbol | sym.RuleSymbol) -> None:
    if symbol.name not in world.broken:
        world.report(
            "no-value",
            symbol.decl.name_span,
            f"`{symbol.name}` can end without giving a value",
            hint="end each way through it with  return ...",
        )


def _action(world: Typing, action: sym.ActionSymbol) -> None:
    infer = _with_params(world, action.params)
    params = action.params
    if not params or params[0].type not in (t.PLAYER, t.UNKNOWN):
        world.report(
            "wrong-type",
            action.decl.name_span,
            "the first thing an action takes is the player who acts",
            hint=f"write  action {action.name}(p: player)",
        )
    elif params:
        params[0].used = True
    chosen: list[sym.LocalSymbol] = []
    named = [n for n in action.decl.head if isinstance(n, nodes.Choose | nodes.Let)]
    if len(named) > LONGEST_HEAD:
        world.report(
            "nested-too-deep",
            named[LONGEST_HEAD].span,
            f"more than {LONGEST_HEAD} choices and names depend on each other here",
            hint="let it be two actions, one after the other",
        )
    head = Inference(world, infer.locals, infer.facts, pure=True)
    report, shared = world.told, dict(action.decl.shared)
    unsure = range(0)  # lines of a shared head that is given something wrong
    for at, line in enumerate(action.decl.head):
        if at in shared:
            unsure = range(at, at + _misfits(head, shared[at]))
        with report.trial() as tried:
            match line:
                case nodes.Choose():
                    chosen.append(choice(head, line, in_head=True))
                case nodes.Require(test=test):
                    head.condition(test, "require")
                    head.assume(test)
                case nodes.Let():
                    head.guard = Head(line.span)
                    kind = head.expr(line.value)
                    head.bind(world.local(line), kind)
        if at not in unsure:
            report.keep(tried)
    for symbol in chosen:
        symbol.used = True
    action.chosen = tuple(chosen)
    body = Body(infer)
    infer.facts = head.facts
    body.block(action.decl.body)
    infer.close()


def _misfits(infer: Inference, line: nodes.SharedHead) -> int:
    """Check what a shared head is given; if it does not fit, how many lines it has."""
    symbol = infer.world.get(sym.HeadSymbol, line.name)
    if symbol is None:
        return 0
    before = len(infer.world.told)
    check_arguments(infer, line, symbol.params, line.args)
    fits = len(infer.world.told) == before
    return 0 if fits else len(symbol.decl.lines)


def _handler(world: Typing, handler: sym.HandlerSymbol) -> None:
    infer = _with_params(world, handler.params)
    decl = handler.decl
    if decl.test is not None:
        infer.condition(decl.test, "and")
        infer.assume(decl.test)
    if decl.each is not None:
        handler.each = _each(infer, decl.each)
    body = Body(infer, rounds=not decl.ends_event)
    body.block(decl.body)
    infer.close()


def _adjustment(world: Typing, adjustment: sym.AdjustSymbol) -> None:
    infer = _with_params(world, adjustment.params)
    infer.pure = True
    decl = adjustment.decl
    assert adjustment.result is not None
    infer.bind(adjustment.result, t.INT)
    if decl.each is not None:
        adjustment.each = _each(infer, decl.each)
    if decl.when is not None:
        infer.condition(decl.when, "when")
        infer.assume(decl.when)
    infer.number(decl.value)
    infer.close()


def _each(infer: Inference, binder: nodes.Binder) -> sym.LocalSymbol:
    kind = infer.collection(binder.of)
    symbol = infer.bind(infer.world.local(binder), kind)
    if binder.where is not None:
        infer.condition(binder.where, "where")
        infer.assume(binder.where)
    return symbol


def with_scenario(world: World, decl: nodes.ScenarioDecl) -> World:
    """The same world with a scenario of another file in place of its own, checked."""
    typing = Typing.after(world, scenarios=[decl], told=Report())
    resolve_body(Resolving.after(typing), decl)
    _scenario(typing, decl)
    return typing


def _scenario(world: Typing, decl: nodes.ScenarioDecl) -> None:
    """Check the lines of a scenario."""
    low, high = world.game.players if world.game else (1, 99)
    if decl.players is not None and not low <= decl.players <= high:
        wanted = f"{low}" if low == high else f"{low} to {high}"
        world.report(
            "scenario-players",
            decl.players_span or decl.span,
            f"the game is for {wanted} players, and this scenario for {decl.players}",
            hint="correct it, or widen the numbers of players of the game",
        )
    infer = Inference(world, scenario=True)
    infer.facts = _taking_part(world, decl.players or low)
    for name, value in decl.options:
        option = world.get(sym.OptionSymbol, name.text)
        if option is None:
            options = [o.name for o in world.each(sym.OptionSymbol)]
            if not world.excuses(name.text, options, "option"):
                world.report(
                    "unknown-option",
                    name.span,
                    f"the game has no option `{name.text}`",
                    mark="unknown",
                    labels=world.nearest_labels(name.text, options),
                    hint=near(name.text, options, name.span),
                )
            infer.expr(value)
        else:
            infer.want(value, option.type)
    for at, step in enumerate(decl.steps):
        match step:
            case nodes.Given(body=block):
                body = Body(infer)
                body.block(block)
            case nodes.Start():
                rule = world.named(sym.RuleSymbol, step)
                if rule is None:
                    no_rule(world, step)
                else:
                    check_arguments(infer, step, rule.params, step.args)
            case nodes.Let():
                Body(infer).statement(step)
                if at < decl.taken:  # others may use it
                    world.local(step).used = True
            case nodes.Always(test=test):
                infer.condition(test, "always")
            case nodes.Expect(test=test):
                infer.condition(test, "expect")
                infer.assume(test)  # else the scenario has failed
            case nodes.ExpectSeen(of=of):
                _seen(infer, of)
            case _:
                pass
        if isinstance(step, CHANGING):
            infer.forget_state()
    infer.close()


def _seen(infer: Inference, of: nodes.Expr) -> None:
    """Only variables and zones, and what is shown, are seen or hidden."""
    kind = infer.expr(of)
    symbol = infer.world.refs.get(id(of))
    if kind is t.UNKNOWN or isinstance(symbol, sym.VariableSymbol | sym.ShownSymbol):
        return
    infer.world.report(
        "wrong-type",
        of.span,
        "only what lies somewhere is hidden or seen, and this is a value",
        mark=str(kind),
        hint="name a variable or a zone, such as  player 1.hand,  or a value that is `shown`",
    )


def _taking_part(world: Typing, players: int) -> dict[nodes.Expr, t.Type]:
    """The neutral players of a scenario, whose number of players is fixed."""
    facts: dict[nodes.Expr, t.Type] = {}
    for neutral in world.each(sym.NeutralSymbol):
        try:
            when = neutral.decl.when
            if when is None or evaluate(world, when, {"player_count": players}):
                facts[nodes.Name(span=neutral.decl.span, text=neutral.name)] = t.PLAYER
        except NotFixed:
            continue  # an option decides
    return facts

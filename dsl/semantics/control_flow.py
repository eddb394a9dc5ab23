"""Which statements leave the block or the loop that they stand in."""

from rulesrun.dsl.syntax import nodes


def leaves_loop(block: nodes.Block) -> bool:
    """Whether a `stop` may leave the loop that the block is the body of."""
    for statement in block:
        match statement:
            case nodes.Stop():
                return True
            case nodes.If(branches=branches, otherwise=otherwise):
                if any(map(leaves_loop, [*(b for _, b in branches), otherwise])):
                    return True
            case nodes.Turn(body=body) | nodes.Phase(body=body) | nodes.Best(body=body):
                if leaves_loop(body):
                    return True
            case nodes.Choose(passing=passing, otherwise=otherwise):
                if leaves_loop(passing or ()) or leaves_loop(otherwise or ()):
                    return True
            case nodes.Anybody(menu=menu, otherwise=otherwise):
                if leaves_loop(menu.passing or ()) or leaves_loop(otherwise or ()):
                    return True
            case nodes.Menu(items=items, passing=passing, otherwise=otherwise):
                blocks = [i.body for i in items if isinstance(i, nodes.MenuOption)]
                if any(map(leaves_loop, [*blocks, passing or (), otherwise or ()])):
                    return True
            case _:
                pass
    return False


def leaves(block: nodes.Block) -> bool:
    """Whether nothing that follows a block is reached by way of it."""
    if not block:
        return False
    match block[-1]:
        case nodes.Return() | nodes.Stop() | nodes.Next():
            return True
        case nodes.Cancel() | nodes.EndGame() | nodes.Wins():
            return True
        case nodes.If(branches=branches, otherwise=otherwise):
            return all(map(leaves, [*(b for _, b in branches), otherwise]))
        case nodes.Turn(body=body) | nodes.Phase(body=body):
            return leaves(body)
        case _:
            return False


def may_be_none(line: nodes.Choose) -> bool:
    """Whether a choice may leave its name without a value."""
    goes_on = line.otherwise is not None and not leaves(line.otherwise)
    passes = line.optional and not leaves(line.passing or ())
    return not line.several and (passes or goes_on)

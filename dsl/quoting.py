"""Expressions as messages quote them."""

from rulesrun.dsl import nodes


def quoted(node: nodes.Expr) -> str:
    """An expression as a designer would write it, as far as it is short."""
    match node:
        case nodes.Name(text=text):
            return text
        case nodes.It():
            return "it"
        case nodes.Int(value=value):
            return str(value)
        case nodes.PlayerAt(seat=seat):
            return f"player {seat}"
        case nodes.Attribute(of=of, name=name):
            return f"{quoted(of)}.{name}"
        case nodes.Index(of=of, keys=keys):
            return f"{quoted(of)}[{', '.join(map(quoted, keys))}]"
        case nodes.Call(name=name, args=args):
            return f"{name}({', '.join(map(quoted, args))})"
        case nodes.Offered(name=name, of=of):
            return f"options {name} of {of}" if of else f"options of {name}"
        case nodes.ListOf(items=items):
            return f"[{', '.join(map(quoted, items))}]"
        case nodes.SetOf(items=items):
            return f"{{{', '.join(map(quoted, items))}}}"
        case nodes.Text(value=text):
            return f'"{text}"'
        case nodes.Bool(value=value):
            return "true" if value else "false"
        case nodes.NoneValue():
            return "none"
        case nodes.Negative(of=of):
            return f"-{quoted(of)}"
        case nodes.Arithmetic(op=op, left=left, right=right):
            return f"{quoted(left)} {op} {quoted(right)}"
        case _:
            return "..."

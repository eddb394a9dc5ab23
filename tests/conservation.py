"""What no game may break: every card and tile lies in one place, and knows which."""

from rulesrun.interpreter.game import Position


def check_components(position: Position) -> None:
    """Fails where a component is lost, lies twice, or is not where it says."""
    layout, state = position.game.layout, position.state
    places: dict[int, int] = {}
    for slot, kind in enumerate(layout.zone_kinds):
        if kind is None or kind.startswith("piece"):
            continue
        held = state[slot]
        if kind == "space":
            held = () if held is None else (held,)
        for component in held.values() if kind == "grid" else held:
            assert component not in places, f"{component} lies in two places"
            places[component] = slot
    known = {c.number: state[layout.locations + c.number] for c in layout.components}

    assert known == places, {n: at for n, at in known.items() if places.get(n) != at}

"""How many messages may come."""

from rulesrun.table.wire import AT_ONCE, PER_SECOND, Rate


def test_so_many_in_one_go_and_then_so_many_a_second() -> None:
    now = [0.0]
    rate = Rate(lambda: now[0])
    assert sum(rate.allows() for _ in range(100)) == AT_ONCE
    now[0] += 2.0
    assert sum(rate.allows() for _ in range(100)) == 2 * PER_SECOND
    now[0] += 1000.0
    assert sum(rate.allows() for _ in range(100)) == AT_ONCE

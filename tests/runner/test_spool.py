"""Records that wait for the last page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.runner.spool import Shelf


@given(st.lists(st.tuples(st.binary(max_size=9), st.integers(0, 20))))
def test_records_come_back_whatever_was_read_between_writes(steps: list[tuple[bytes, int]]) -> None:
    with Shelf() as shelf:
        for number, (data, earlier) in enumerate(steps):
            shelf.append(data)
            if earlier < number:
                assert shelf[earlier] == steps[earlier][0]
        assert [shelf[number] for number in range(len(steps))] == [data for data, _ in steps]

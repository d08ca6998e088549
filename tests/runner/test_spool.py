from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.runner.spool import Spool


@given(st.lists(st.tuples(st.binary(max_size=9), st.integers(0, 20))))
def test_records_can_be_read_between_writes(steps: list[tuple[bytes, int]]) -> None:
    with Spool() as spool:
        for number, (data, earlier) in enumerate(steps):
            spool.append(data)
            if earlier < number:
                assert spool[earlier] == steps[earlier][0]
        assert [spool[number] for number in range(len(steps))] == [data for data, _ in steps]

"""Work on many items over processes: in order, with bounded memory, within limits.

`ordered_map` hands chunks of items to a crew of worker processes and gives their results in order.
The crew is our own, and no pool of the standard library or of `pebble`, for three reasons. To send
an item by itself costs as much as to read a small page, so items are sent in chunks; but a limit,
or the loss of a process, must cost one item and not a chunk, so each is answered by itself. A pool
that breaks when one process dies (`concurrent.futures`) loses the run. And a pool that is minded by
threads cannot start another process safely while those of the tables' engine run.
"""

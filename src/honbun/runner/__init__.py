"""Work on many pages: worker processes, limits per page, resume, temporary files.

`map_pages` (pages.py) applies a step to pages in order; a page that fails becomes a `Failure`.
Below it, `ordered_map` (map.py) sends chunks of items to a `WorkerPool` (pool.py).

The pool is our own, and not `concurrent.futures` or `pebble`, for three reasons. Sending one item
costs as much as reading a small page, so items are sent in chunks; but a limit or a dead process
must affect one item and not its chunk, so each item is answered separately. A pool that breaks
when one process dies loses the run. And a pool managed by threads cannot safely fork another
process while the threads of a table engine run.
"""

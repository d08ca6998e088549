"""Measures results against truth: precision, recall and F, perfect pages, and every single error.

`truth` reads pages with their true results (site collections are read by `annotation.sites`). One
module per task compares results with that truth, page by page, into `metrics.Comparison` records:
`content` (blocks of sites), `texts` (pages whose text is known), `posts`, `feeds`, `similar`.
`judge` says how content is extracted for it, `curve` measures it with more and more pages of a
site. `matching` decides which found post or item is which true one, and `report` shows the figures
as a table, a plot or an HTML page.
"""

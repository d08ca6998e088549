"""The roles of all blocks, with polars, from `honbun extract crawl.warc.gz -o content.parquet`.

python examples/polars_frame.py content.parquet
"""

import sys

import polars as pl

blocks = pl.scan_parquet(sys.argv[1]).select("url", "blocks").explode("blocks").unnest("blocks")
roles = blocks.group_by("role").agg(pl.len().alias("blocks"), pl.col("url").n_unique())
for role, count, pages in roles.sort("role").collect().iter_rows():
    print(f"{count} blocks are {role}, on {pages} pages")

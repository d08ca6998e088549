"""Write the content of a WARC file, or of any other input, to a Parquet file.

python examples/extract_warc_to_parquet.py crawl.warc.gz content.parquet
"""

import sys

import pyarrow as pa
import pyarrow.parquet as pq

import honbun

SCHEMA = pa.schema({name: pa.string() for name in ("url", "title", "author", "date", "text")})

*sources, target = sys.argv[1:]
with pq.ParquetWriter(target, SCHEMA) as writer:
    for content in honbun.extract(honbun.read(*sources)):
        row = {name: getattr(content, name) for name in SCHEMA.names}
        writer.write_batch(pa.RecordBatch.from_pylist([row], schema=SCHEMA))

"""Main content of pages.

pipeline.py has the method: pages are measured (record.py), compared with pages of their site
(evidence.py, collection.py; memory.py has those of earlier runs), scored by a model (scoring.py),
and the scores decide what is kept (judge.py). on_engine.py does the same with DuckDB or Spark.
write/ has the formats.
"""

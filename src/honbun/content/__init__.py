"""Main content of pages.

pipeline.py has the method: pages are measured (record.py), grouped by template and judged group by
group (collection.py), with the templates of earlier runs if there is a memory (memory.py); a page
that shares its template with no other is judged by a model (alone/). on_engine.py does the same
with DuckDB or Spark. template/, alone/, measure/ and write/ hold the steps.
"""

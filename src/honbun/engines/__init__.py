"""Large tables: one protocol, with DuckDB in this process and Spark on a cluster behind it.

A dataflow is written once as Ibis expressions, and gives the same rows on both engines.
"""

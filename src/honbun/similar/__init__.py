"""Pages that share text, and their relation: table steps for DuckDB and Spark."""

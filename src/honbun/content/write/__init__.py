"""Content to text, Markdown, HTML, JSON Lines, CSV and Parquet."""

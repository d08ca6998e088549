"""Document: the content of a page in reading order, as text, Markdown, HTML and chunks."""

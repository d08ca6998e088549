"""Items to feeds and rows."""

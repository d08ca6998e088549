"""Paper 003: the standard format, URL similarity and the decision table."""

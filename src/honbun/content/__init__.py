"""Main content: what only this page of a collection says."""

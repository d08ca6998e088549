"""The papers' method and nothing else: blocks as vectors, each compared with all other pages'."""

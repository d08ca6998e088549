"""Feeds as files: RSS, Atom and JSON Feed from one model."""

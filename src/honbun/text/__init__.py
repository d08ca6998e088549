"""Strings only: characters, URLs, dates, sentences, phrases, similarity. Knows nothing of pages."""

"""Planted pages: near-duplicates of articles, and pairs of pages with a known relation."""

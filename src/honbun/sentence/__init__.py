"""Sentences: a page's text in the smallest pieces that say something by themselves."""

"""Measures that distinguish a list of articles from other repeated structures of a page.

Every measure is a number for each group, most of them shares between 0 and 1; `scoring` has the
sign of each, `weights.json` its weight. All groups of a page are measured at once, on columns of
all their items.
"""

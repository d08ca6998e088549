"""Measures: what tells a list of articles from other things that come again on a page.

Every measure is a number for each group, most of them shares between 0 and 1; `scoring` has which
way each may count, `weights.json` how much. All groups of a page are measured at once, on columns
of all their items.
"""

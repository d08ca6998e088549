"""Trains the model that judges a page alone (papers 000 and 002 announce such training).

`align` finds the words of a true text on its page, `content` turns pages into examples and examples
into a model. Requires the `train` extra.
"""

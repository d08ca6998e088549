"""Trains the content model (papers 000 and 002 announce such training).

`examples` reads pages with their truth, `align` finds the words of a true text on its page, and
`content` turns examples into a model. Requires the `train` extra.
"""

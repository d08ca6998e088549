"""Paper 001's method and nothing else: subtrees that repeat, and the title and body in each."""

"""Paper 004's method and nothing else: a main element, what repeats in it, posts cut by that."""

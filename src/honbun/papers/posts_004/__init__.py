"""Paper 004: a main element, the structure that repeats in it, and posts cut by that."""

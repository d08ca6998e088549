"""Pairs, and what is made of them, written: rows, text and a page to look at."""

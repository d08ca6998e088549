"""Peers, side by side: other libraries on the same pages, quality and time in one run."""

"""Runs that are ended in whatever way, and go on when the same command is given again."""

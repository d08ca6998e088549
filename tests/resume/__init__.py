"""Runs that are killed and resumed by the same command."""

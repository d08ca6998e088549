"""Cuts: the ways in which a page could be cut into posts."""

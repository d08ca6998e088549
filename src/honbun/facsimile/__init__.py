"""A page as it looks, with nothing in it that runs or loads."""

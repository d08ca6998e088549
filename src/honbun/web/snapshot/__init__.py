"""A page as it looks, as data that a sandboxed frame draws: nothing in it runs or loads."""

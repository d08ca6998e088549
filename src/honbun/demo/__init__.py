"""Bundled pages, and what honbun finds on them."""

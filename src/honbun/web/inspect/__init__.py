"""Inspection: what each room found on a page, shown on the page itself."""

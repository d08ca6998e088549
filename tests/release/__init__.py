"""The package as users get it: `make wheel`."""

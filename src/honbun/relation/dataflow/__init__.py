"""The comparison of pages as expressions over tables: what both engines run."""

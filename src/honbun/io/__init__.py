"""The outside world, read as pages."""

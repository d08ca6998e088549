"""Training of the model that judges a page alone."""

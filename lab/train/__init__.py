"""Training of the weights of posts and feeds, and held-out evaluation with them."""

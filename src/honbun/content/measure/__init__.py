"""A page's tree to what is kept of it: its outline, and what it declares about itself."""

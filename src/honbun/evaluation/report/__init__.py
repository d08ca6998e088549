"""A measurement as one HTML file that stands for itself."""

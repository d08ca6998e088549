"""Relations planted among pages of WCXB, so that pairs are measured on pages nobody looked at."""

"""Many pages at once: tables, and the engines that hold them and run one definition."""

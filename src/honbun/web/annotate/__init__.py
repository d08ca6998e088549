"""The annotation tool: its pages, and the data behind them."""

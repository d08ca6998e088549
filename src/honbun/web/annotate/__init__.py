"""The annotation tool: people label the blocks of pages in the browser, compare and adjudicate."""

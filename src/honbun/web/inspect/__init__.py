"""The inspector: a page as it looks, with the content, posts, lists and similar pages found."""

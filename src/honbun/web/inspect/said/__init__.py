"""What each room says of a page, as the data that the browser draws it from."""

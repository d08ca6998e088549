"""What people say of the blocks of pages."""

# Only the compiled core uses this module.

// Loads the small modules a page needs.

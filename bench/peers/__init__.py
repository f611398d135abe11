"""One file for each library or kind of kernel; each enters its functions into the registry."""

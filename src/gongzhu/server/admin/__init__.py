"""Commands of whoever runs the server, given on its own machine while it runs."""

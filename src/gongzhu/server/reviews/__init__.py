"""Reviews of finished games and of files, made deal by deal in worker processes."""

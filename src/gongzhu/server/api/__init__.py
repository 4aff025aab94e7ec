"""The handlers of the HTTP API's requests, one module for each subject."""

"""The documents of the protocol: OpenAPI, AsyncAPI and the JSON schema behind both."""

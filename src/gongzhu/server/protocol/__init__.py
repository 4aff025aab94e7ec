"""The documents that describe the protocol: OpenAPI, AsyncAPI, and the JSON schema behind both."""

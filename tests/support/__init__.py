"""What several tests share: `from support.… import …`."""

"""The search: what every legal choice is worth, over deals that fit what a seat may know."""

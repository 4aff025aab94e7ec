"""The visitors behind requests: sessions of players, blocks and bans, and the limits on each
address."""

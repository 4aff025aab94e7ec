"""Who a request is from: the sessions of players, and whom the server or a player refuses."""

"""`gongzhu review`: what each decision of recorded deals cost, and what was luck."""

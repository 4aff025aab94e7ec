"""`gongzhu benchmark`: how an agent does against fixed opponents on fixed deals."""

"""`gongzhu play`: starts the table in the terminal."""

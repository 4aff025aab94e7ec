"""`gongzhu play`: from the command line to the table in the terminal."""

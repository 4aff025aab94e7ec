"""The commands of the program `gongzhu`, each in a module or package of its own."""

#!/usr/bin/python3
"""The program `gongzhu` of the image."""

from gongzhu.cli.main import main

main()

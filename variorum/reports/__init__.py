"""Reports: a page made of blocks comes in, and goes out as text, Markdown or HTML.

`blocks` says what a page consists of; `text`, `markdown` and `html` each write one; `formats` names
them for the commands; `json` is for other programs.
"""

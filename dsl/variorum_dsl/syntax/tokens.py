"""How words, numbers and signs of a line are told apart."""

import re

TOKEN = re.compile(
    r"[ ]*(?:([a-z][a-z0-9]*(?:-[a-z0-9]+)*)|([0-9]+)|(\"[^\"\n]*\")|([-+*/,:()]))"
)
WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
SIGNS = {
    "-": "MINUS", "+": "PLUS", "*": "STAR", "/": "SLASH", ",": "COMMA", ":": "COLON",
    "(": "LPAR", ")": "RPAR",
}
SETS = ("ARTICLE", "EXTREME", "ROUNDING", "SIGHT")

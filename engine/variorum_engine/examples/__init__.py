"""An example of a rule file comes in; what it says and does not hold goes out as findings.

`positions` lay the cards out, `speech` and `chance_script` read what players and chance do,
`runner` plays it, `facts` hold what came out against what was said. `writer` goes the other way: a
position and its moves as the text of an example.
"""

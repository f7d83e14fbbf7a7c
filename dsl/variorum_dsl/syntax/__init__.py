"""Text comes in; records of the model go out, and a finding for every line that cannot be read.

`tokens` and `speech` tell words apart, `grammar` holds lark's LALR parser for `grammar.lark`,
`reader` feeds it line by line and goes on after a mistake, `builders` make a record of each
reduction. `messages` and `repairs` say what is wrong with a line and what would mend it;
`completion` says what may follow at a place.
"""

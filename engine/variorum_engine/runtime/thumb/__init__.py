"""The rule of thumb: a decision and a row of weights come in, an answer goes out (`rule`).

`offers` says what can be answered, `features` and `standing` what a seat sees of the position,
`picks` weighs what can be picked; `contests` and `training` are games in which weights are tried.
"""

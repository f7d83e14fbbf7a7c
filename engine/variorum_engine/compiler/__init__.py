"""The compiled form: a game turned into code of its own, which plays the very same game.

In comes a `Program` of the core, out comes a `Machine`: functions over one row of numbers, as plain
Python or as machine code. On the way:

- `analysis`: how cards are laid out in bits, where sets come from, how large numbers can become;
- `emit`: one function for each line and expression writes its code to an `Emitter`; counting is a
  hook, and a policy can be written in;
- `passes`: makes code shorter that runs from beginning to end;
- `backends`: links it with the runtime that all games share, and runs or compiles it.
"""

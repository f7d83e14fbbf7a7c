"""Rules in sentences.

In: a resolved `Game`. Out: the sections of a rule summary, as blocks of `variorum.reports`, in
which every sentence knows the clauses that it tells.

- `vocabulary`: what the things of a game are called. Articles, plurals, lists and verbs are in
  `variorum_dsl.english`, since findings and logs need them too.
- `speaker`: the context, which every function takes as `by`: local names, whose things are meant.
- `players`, `cards`, `numbers`, `conditions`: expressions. They call one another, since
  expressions contain one another, and therefore import one another as modules.
- `moves`, `picks`, `deeds`: single lines of play as clauses; `lines`: blocks of them as items;
  `inlining`: procedures in the place of their calls.
- `sections`: the parts of a summary and of a player aid, and what options and readings change.

Each family is an exhaustive `match` over the union types of the model, so that a construct
without words is a type error.
"""

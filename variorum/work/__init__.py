"""Work that takes long, in a process of its own: a job goes in, plain data comes out.

`worker` is what a server holds: it starts the process, asks it, and kills it when it takes too
long. `process` is what runs there: one job after the other, until nobody is left who could ask.
`jobs` is what can be asked.
"""

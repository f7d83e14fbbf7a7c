"""What an editor wants to know: a text comes in, plain records in the shapes of LSP go out.

One brain for editors, terminal and page: `desk` holds the texts that are open, each other file is
one feature. Nothing here knows how messages travel, and nothing is asked of the network.
"""

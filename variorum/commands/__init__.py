"""The commands, one module each; `variorum.cli` imports the one that is used. What several of them
take is in `options`."""

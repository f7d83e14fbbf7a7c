"""The parts of a rule summary: a resolved game comes in, sections of blocks go out."""

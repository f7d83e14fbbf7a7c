"""Pages for people: rule summaries, player aids and references, as Markdown and as HTML."""

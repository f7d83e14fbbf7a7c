"""Names and paths come in, rule files go out.

`lookup` finds what somebody means, `editions` are those that come with the toolkit, `templates`
start a new rule file, `suggestions` are what else it could say, `resolved` prints a game with
everything chosen in its place, `rulebook` reads the headings of a text that citations name.
"""

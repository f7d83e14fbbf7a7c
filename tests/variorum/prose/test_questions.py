"""What players ask about each edition, answered from its summary alone.

The questions and answers were taken from the rulebooks; each answer names the part of the summary
that a player would look into and a sentence that must stand there.
"""

from __future__ import annotations

import re

import pytest

from tests.variorum.pages import EDITIONS, summary

Asked = tuple[str, str, str]

# Questions to which all four editions of High Society have the same answer, in their own words.
COMMON: list[Asked] = [
    ("How many money cards does everybody get?", "Setup", "begins with eleven money cards"),
    ("How many cards are in the deck?", "Setup", "| {deck} | 16 |"),
    ("Is the deck shuffled?", "Setup", "Shuffle the {deck!l}."),
    ("Does anybody see the next card?", "What is on the table",
     "| {deck} | the table | {kind} | nobody |"),
    ("Do the others see my bid?", "What is on the table", "each player | money cards | everyone |"),
    ("Are won cards open?", "What is on the table", "| {won} | each player | {kind} | everyone |"),
    ("Which way do turns go?", "{play}", "Clockwise from the {first},"),
    ("Who bids first?", "{play}", "Clockwise from the {first}, the active players take turns"),
    ("With how many cards may I bid?", "{play}", "one or more money cards from their hand"),
    ("May I bid the same as somebody else?", "{play}", "is then higher than any other player’s."),
    ("May I take cards of my bid back when I raise it?", "{play}",
     "A bid is changed only by adding cards: what has been bid is not taken back or exchanged."),
    ("Are my money cards of one colour?", "Setup",
     "The money cards of a player are all of one colour."),
    ("What happens to my bid when I pass?", "{play}", "**Pass.** They take their {bid} back"),
    ("May I come in again after a pass?", "{play}", "and are no longer active."),
    ("When is an auction over?", "{play}", "until only one active player is left"),
    ("Who pays for a bought card?", "{play}", "The {buyer}’s {bid} "),
    ("Who gets a card to be avoided?", "{play}", "back into their hand and become the {caught}."),
    ("Who pays when such a card is taken?", "{play}", "Each player’s {bid} "),
    ("Who begins the next round?", "{play}", "The {buyer} becomes the {first}."),
    ("And after a card to be avoided?", "{play}", "The {caught} becomes the {first}."),
    ("When does the game end?", "The end of the game",
     "The game ends at once when the fourth {marked}"),
    ("Who gets the card that ends it?", "The end of the game", "goes to nobody."),
    ("Who cannot win?", "Who is out", "The players with the least {money} are out"),
    ("How does a doubling card count?", "Scoring", "Double the result so far for each {double}"),
    ("What costs five?", "Scoring", "Subtract 5 if the {five}"),
    ("In which order is it worked out?", "Scoring", "| 1 | {first_step} | Add the total"),
    ("Who wins?", "Who wins", "Of the players who are not out, the one with the"),
]
WORDS = {
    "osprey-2018": {
        "deck": "Status deck", "kind": "status cards", "won": "Display", "play": "Play",
        "first": "starting player", "add": "add", "bid": "bid", "buyer": "winner",
        "caught": "caught player", "marked": "card with a dark green background",
        "money": "money left", "double": "prestige card", "five": "Passé",
        "first_step": "Luxury cards",
    },
    "quick-start": {
        "deck": "Draw deck", "kind": "draw-deck cards", "won": "Display", "play": "Play",
        "first": "starting player", "add": "add", "bid": "bid", "buyer": "buyer",
        "caught": "victim", "marked": "card with red edges", "money": "money",
        "double": "Recognition card", "five": "Scandal", "first_step": "Luxury cards",
    },
    "edition-2025": {
        "deck": "Auction deck", "kind": "status cards", "won": "Claimed cards", "play": "Rounds",
        "first": "first player", "add": "add", "bid": "bid", "buyer": "claimant",
        "caught": "shamed player", "marked": "game end card", "money": "money left",
        "double": "prestige card", "five": "-5 scandal", "first_step": "Luxuries",
    },
    "money-isnt-everything": {
        "deck": "Deck", "kind": "Status cards", "won": "Display", "play": "Rounds",
        "first": "starting player", "add": "put", "bid": "bid", "buyer": "remaining player",
        "caught": "unlucky player", "marked": "card with red edges", "money": "money in hand",
        "double": "Title card", "five": "Gambling Debt", "first_step": "Possessions",
    },
}
ANNOUNCED = ("Is a bid announced?", "{play}",
             "Whoever bids announces the total of all their money cards on the table.")
OWN: dict[str, list[Asked]] = {
    "osprey-2018": [
        ANNOUNCED,
        ("Who turns up the next card?", "Play", "The starting player turns up the card."),
        ("What is known of the box?", "What is on the table",
         "May status cards that were returned to the box be looked at?"),
        ("Who starts?", "Setup", "The player who shuffled the deck is the starting player."),
        ("What if nobody bids?", "Play", "a winner who has not bid gets the card for free."),
        ("Does anybody see what I have spent?", "What is on the table",
         "| Spent money | each player | money cards | nobody *† assumed"),
        ("What does Faux Pas do?", "Effects of cards",
         "puts one luxury card of their choice from their display into the box."),
        ("Does Faux Pas stay?", "Effects of cards",
         "The Faux Pas in their display goes to the box."),
        ("Which cards are dark?", "Components", "| Scandale (disgrace card) | 1 |  | dark green"),
        ("Are hands shown at the end?", "After the end",
         "All players’ hands are shown to everyone."),
        ("What does Scandale do?", "Scoring", "Halve the result so far if the Scandale"),
        ("What is the first tie-break?", "Who wins",
         "If there is a tie, the tied player with the most money left wins."),
        ("And the second?", "Who wins", "with the single most valuable luxury card wins."),
        ("What did Rahul score?", "A worked example", "| Scandale | halve | 14 |"),
    ],
    "quick-start": [
        ("Is a bid announced?", "{play}",
         "The starting player announces the value of the first bid."),
        ("Who turns up the card?", "{play}", "The starting player turns up the card."),
        ("Where does it say that Luxury cards have values?", "Components",
         "Each Luxury card has a face value. <sub>[Object"),
        ("Does the sheet say where spent money goes?", "What is on the table",
         "Does money that is out of the game lie in a pile for each player?"),
        ("Who starts?", "Setup", "Whoever is chosen is the starting player."),
        ("What if nobody bids?", "Play", "a buyer who has not bid gets the card for free."),
        ("What does the Thief do?", "Effects of cards", "takes one Luxury card of their choice"),
        ("Does the Thief stay?", "Effects of cards", "The Thief in their display is taken out"),
        ("Can points be negative?", "Scoring",
         "If the result so far is less than 0, it becomes 0."),
        ("What does Mansion Fire do?", "Scoring", "Halve the result so far if the Mansion Fire"),
        ("How is a tie broken?", "Who wins",
         "the tied player with the highest single Luxury card wins."),
        ("Is there a variation?", "Optional rules", "Acquired cards lie face down"),
        ("How many have red edges?", "Components", "4 cards with red edges"),
    ],
    "edition-2025": [
        ("Who starts?", "Setup",
         "The most dapper player, or one drawn by lot, is the first player."),
        ("From which age?", "", "Ages 10 and up."),
        ("How long does it take?", "", "Playing time: about 30 minutes."),
        ("How many status cards are there?", "Components", "which makes 19 status cards."),
        ("How many money cards?", "Components", "There are 55 money cards, in five sets of 11."),
        ("Are there player aids?", "Components", "The box also holds five player aids."),
        ("What is a bid of 3?", "Components", "a bid of 3 is \\$3,000"),
        ("When are advanced cards used?", "Optional rules", "Players choose which of these"),
        ("And in a first game?", "Setup",
         "In a first game the three advanced cards (★) are left out. <sub>[SETUP]</sub>"),
        ("Who may play with them?", "Setup", "Experienced players may shuffle any or all"),
        ("What else does everybody take?", "Setup", "Each player takes a player aid."),
        ("Does the book say that prestige cards end the game?", "Components",
         "| Prestige cards | 3 |  | game end card"),
        ("What does Gambling do?", "Optional rules",
         "Whoever has claimed Gambling counts double the total value of their hand"),
        ("What is Excursions worth?", "Optional rules",
         "1 Excursions (luxury card), status value 12"),
        ("Who takes money back?", "Optional rules",
         "Each other player takes the one money card with the highest value from their own"),
        ("And whoever has spent nothing?", "Optional rules",
         "a player without discarded money cards takes none."),
        ("Which bid wins Yacht Club?", "Optional rules",
         "Of the bids that nobody else has made as well, the highest wins"),
        ("Who is first when nobody wins it?", "Optional rules",
         "The first player stays first player."),
        ("Is Yacht Club auctioned like a luxury?", "Optional rules",
         "a luxury card (other than the Yacht Club)"),
        ("Who bids for it?", "Optional rules", "each guest adds one money card of their choice"),
        ("And who has no money?", "Optional rules", "The players whose hand is not empty are the"),
        ("What if no bid is unique?", "Optional rules", "The revealed card is discarded."),
        ("Do all pay?", "Optional rules", "  - Each player’s bid goes to their discard pile."),
        ("How is a half rounded?", "Scoring", "rounded down."),
        ("Who wins a tie?", "Who wins", "with the most money left wins."),
        ("May I see others’ discards?", "What is on the table",
         "| Discard pile | each player | money cards | only its owner *† assumed"),
        ("How did Kloe win?", "Worked examples", "Kloe: bid money card 4."),
    ],
    "money-isnt-everything": [
        ANNOUNCED,
        ("Who starts?", "Setup", "Whoever is chosen is the starting player."),
        ("Which notes are there?", "Components",
         "value 25, 20, 15, 12, 10, 8, 6, 4, 3, 2 and 1"),
        ("What is 25?", "Components", "25 is printed as 25,000"),
        ("What if nobody bids?", "Rounds", "if they have not bid, the card is free."),
        ("Who turns up the card?", "Rounds", "The starting player turns up the card."),
        ("Where does money go?", "Rounds", "bid goes to the discard pile"),
        ("What does Theft do?", "Effects of cards", "discards one Possession card of their choice"),
        ("What does the Scandal do?", "Scoring", "Halve the result so far if the Scandal"),
        ("How many rounds at most?", "Rounds", "There are at most fifteen rounds."),
        ("What is the tie-break?", "Who wins", "with the most money in hand wins."),
        ("And if that is equal?", "Who wins", "the tied players share the victory."),
        ("What does the example come to?", "A worked example", "| Scandal | halve | 14 |"),
    ],
    "gossip-and-the-city": [
        ("Who starts?", "Setup", "The player who was in a gossip magazine most recently"),
        ("From which age?", "", "Ages 10 and up."),
        ("How long does it take?", "", "Playing time: about 20 minutes."),
        ("For how many?", "", "For 3 to 5 players."),
        ("How many gossip cards?", "Components", "55 gossip cards"),
        ("How many chips?", "Components", "15 trading chips"),
        ("How many VP chips?", "Components", "five 5-VP chips, five 3-VP chips"),
        ("What is left out with three?", "Setup",
         "The gossip cards of the missing colour in the deck"),
        ("Who is Vunshun?", "What is on the table",
         "With 3 players, Vunshun is a card with three shields near the centre of the table."),
        ("Where does Vunshun come from?", "Setup", "One of these cards that has three shields"),
        ("Which colours does the book name?", "Components", "of these the book names only red"),
        ("Where do the VP chips lie?", "Setup", "The VP chips are sorted by type"),
        ("May the lead player go back to an offer?", "Play",
         "A card that the lead player has passed over cannot be taken any more."),
        ("And if nobody is left?", "After the end", "nobody has won: play again."),
        ("How many cards are removed?", "Setup",
         "5 with 3 players, 3 with 4 players and none with 5"),
        ("How many are dealt?", "Setup", "9 with 3 or 5 players and 10 with 4 players."),
        ("Where do initial cards go?", "Setup",
         "Deal each player one initial card from the initial cards, laid in front"),
        ("What does a turn begin with?", "Play", "Turn up the top card of the deck"),
        ("Where does a chip go?", "Play", "is laid on the turn’s card."),
        ("Who offers?", "Play", "each player except the lead player puts one gossip card"),
        ("May the lead player keep the turn’s card?", "Play", "**Take the turn’s card.**"),
        ("Where does the chip go then?", "Play", "the chip on the turn’s card is laid on Vunshun."),
        ("In which order are offers turned up?", "Play",
         "beginning to the left of the lead player"),
        ("Must the last offer be taken?", "Play", "If there is no waiting player, they become the"),
        ("What does the partner get?", "Play", "The turn’s card is laid in front of the partner."),
        ("And the chip?", "Play", "is added to the partner’s face-down chips."),
        ("Who may look at it?", "What is on the table",
         "| Face-down chips | each player | trading chips | only its owner |"),
        ("What becomes of an offer nobody turned up?", "Play",
         "if it was turned up, otherwise among their face-down cards."),
        ("Who leads next?", "Play", "The next player to the left of the lead player"),
        ("When does it end?", "The end of the game",
         "the round in which the deck runs out. <sub>[【GAME PROCEDURE】]</sub>"),
        ("Do cards in hand count?", "After the end", "Their hand is discarded."),
        ("What does it take to score a colour?", "After the end", "rank sum is at least 5"),
        ("What is first place worth?", "After the end", "gains 5 VP."),
        ("And second place?", "After the end", "gains 3 VP."),
        ("How are equal icons told apart?", "After the end",
         "(among equals, the highest top rank)"),
        ("Who has an accident?", "Who is out", "those with the fewest shields are out"),
        ("What if all are equal?", "Who is out", "If that is everyone, nobody wins."),
        ("Who wins a tie?", "Who wins", "the tied player with the most shields wins."),
        ("What did Samantha get?", "Worked examples",
         "Carrie 5, Charlotte 0, Miranda 0 and Samantha 3."),
    ],
}


def asked(name: str) -> list[Asked]:
    words = WORDS.get(name, {})
    if not words:
        return OWN[name]

    def said(text: str) -> str:
        text = text.replace("{deck!l}", words["deck"].lower())
        return re.sub(r"\{(\w+)\}", lambda found: words[found[1]], text)

    return [(question, said(part), said(answer))
            for question, part, answer in (*COMMON, *OWN[name])]


def part_of(text: str, title: str) -> str:
    """A section with everything below it; without a title, what stands above the first one."""
    if not title:
        return text.partition("\n## ")[0]
    return "".join(f"\n## {part}" for part in text.split("\n## ")[1:] if part.startswith(title))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_question_has_its_answer(name: str) -> None:
    questions = asked(name)
    assert len(questions) >= 25
    text = summary(name)
    unanswered = [(question, answer) for question, title, answer in questions
                  if answer not in part_of(text, title)]
    assert unanswered == []

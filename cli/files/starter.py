"""A small game that works, to begin from: its rules, rulebook and scenarios."""

RULES = """\
language 2

# Players take gems from a row. Change what you like, and after each change:
#     rulesrun test NAME.rules

game NAME "TITLE":
    players 2..4                                                            @R-1
    rulebook "NAME/rulebook.md"

# Components -------------------------------------------------------------------

enum Colour "colour": red, green, blue

card Gem "gem":                                                             @R-2
    colour "colour": Colour
    value "value": 1..4
    named "{colour} {value}"

supply:
    1 of each Gem                                                           @R-2

state:
    stack "stack": deck of Gem                                              @R-3
    offer "offer": row of Gem, at most 3                                    @R-3

each player:
    gems "gems": area of Gem                                                @R-5
    points "points": int, ledger                                            @R-8

# Course of the game -----------------------------------------------------------

play:
    move Gem to stack
    shuffle stack                                                           @R-3
    do refill
    let p = player 1
    while offer is not empty:                                               @R-7
        do whole_turn(p)
        p = p.left                                                          @R-4
    do scoring

rule refill:
    while size(offer) < 3 and stack is not empty:                           @R-3
        draw 1 from stack to offer

rule whole_turn(p: player):
    turn p:                                                                 @R-4
        p chooses one of "Choose an action":
            take(p)
            otherwise:                                                      @R-6
                draw 1 from offer to box
        do refill

action take(p: player) "Take a gem":                                        @R-5
    choose gem in offer
        "that gem is not on offer"
        where gem.value <= 3 + size(p.gems)                                 @R-5
            "so large a gem needs more gems before it"
    move gem to p.gems

# End of the game --------------------------------------------------------------

rule scoring "Scoring":
    for each p in players:
        p.points += sum(p.gems.value)                                       @R-8
        for each c in Colour where every q in others(p) has of_colour(p, c) > of_colour(q, c):
            p.points += 3                                                   @R-9
    rank players by most it.points                                          @R-8

function of_colour(p: player, c: Colour) -> int =
    count gem in p.gems where gem.colour == c
"""

RULEBOOK = """\
# TITLE

Each paragraph has a number, which the rules cite. Those that end in `{no rule}` say
nothing that has to be carried out.

## Contents

R-1. The game is for 2 to 4 players.

R-2. There are twelve gems: red, green and blue ones of the values 1 to 4.

## Course of the game

R-3. Shuffle the gems into a stack. Three of them lie open in a row, and are filled up
after each turn as long as the stack lasts.

R-4. Player 1 begins, and the others follow clockwise. In a turn one takes one gem.

R-5. You may take a gem of value 1, 2 or 3 at once. For each gem that you have, you may
take one that is worth 1 more.

R-6. If you can take no gem, the first one of the row goes out of the game instead.

## End of the game

R-7. The game ends when no gem is left in the row.

R-8. Each gem brings as many points as its value. Most points win.

R-9. Whoever has more gems of a colour than each of the others gets 3 points more.
"""

SCENARIOS = """\
language 2

include "../NAME.rules"

scenario "a small gem may be taken at once":                                @R-5
    given:
        stack = ["green 1"]
        offer = ["red 2", "green 3", "blue 4"]
    expect refused player 1: take gem=blue 4 because "so large a gem needs more gems before it"
    player 1: take gem=red 2
    expect player 1.gems == {"red 2"}
    expect size(offer) == 3                                                 @R-3
    expect player 2 to act                                                  @R-4

scenario "a gem makes room for a larger one":                               @R-5
    given:
        player 1.gems = {"red 1"}
        offer = ["green 3", "blue 4"]
    player 1: take gem=blue 4

scenario "where nothing can be taken, a gem goes out of the game":          @R-6
    given:
        stack = []
        offer = ["green 4", "blue 4"]
    start whole_turn(player 1)
    expect offer == ["blue 4"]
    expect player 1.gems is empty

scenario "the last gem ends the game":                                      @R-7 @R-8 @R-9
    given:
        stack = []
        player 1.gems = {"red 1", "red 2", "blue 3"}
        player 2.gems = {"green 4"}
        offer = ["red 3"]
    player 1: take gem=red 3
    expect game over
    expect player 1.points == 9 + 3 + 3
    expect player 2.points == 4 + 3
    expect winners == [player 1]
"""


def starter(name: str) -> dict[str, str]:
    """The texts of a small working game, by where they lie from its folder on."""
    title = name.replace("_", " ").capitalize()
    texts = {
        f"{name}.rules": RULES,
        f"{name}/rulebook.md": RULEBOOK,
        f"tests/{name}.rules": SCENARIOS,
    }
    return {
        path: text.replace("NAME", name).replace("TITLE", title)
        for path, text in texts.items()
    }

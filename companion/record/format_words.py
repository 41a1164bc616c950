"""The words of the format, none of which can be a player's name."""

# fmt: off
_HEAD = {"edition", "variant", "option", "seed", "players", "given", "on", "off", "auto", "claim"}
_PLAY = {
    "accepts", "bids", "builds", "buys", "chooses", "claims", "declines", "draws", "ends", "goes", "keeps",
    "mortgages", "moves", "offers", "passes", "pays", "places", "redeems", "rejects", "rolls", "sells", "settles",
    "throws", "uses", "withdraws", "all", "bus", "chance", "chest", "fine", "flat", "for", "from", "mr", "nothing",
    "percent", "to",
}
_TABLE = {
    "any", "auctions", "bank", "corrects", "deal", "game", "redo", "refuse", "retires", "sets", "time", "undo", "up",
}
_CHECKS = {
    "at", "auction", "balanced", "bankrupt", "bare", "buy", "by", "card", "cards", "cash", "choice", "clear", "debt",
    "doubles", "free", "go", "high", "hotel", "hotels", "house", "houses", "in", "interest", "jail", "keys",
    "mortgaged", "not", "offer", "open", "over", "owner", "owns", "passed", "place", "rent", "tax", "throw", "total",
    "turn", "winner", "worth",
}
# fmt: on
FORMAT_WORDS = frozenset(_HEAD | _PLAY | _TABLE | _CHECKS)

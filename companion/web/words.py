"""Everything the server says to people; the pages show these sentences as they are."""

WRONG_HOST = "This is not the address of this table."
NOT_PLAIN = "Send it uncompressed."
WRONG_PAGE = "This was not sent by a page of this table."
UNPAIRED = "This device is not paired. It may have been removed at the table."
UNREADABLE = "The server could not read that."

ONLY_BANKER = "Only the Banker's page has the story of the game and the odds."
ODDS_BUSY = "The odds are being worked out for another page. Try again in a moment."

WRONG_CODE_LENGTH = "A code has {digits} digits."
TOO_MANY_CODES = "Too many wrong codes from this device. Wait a minute."
TOO_MANY_KNOCKS = "This screen has asked too often. Wait some minutes."
NO_TABLE = "The table is not running."

NO_MOVE = "That is not a move."
TOO_MANY_MOVES = "Too many moves at once. Wait a moment."
TOO_MANY_QUESTIONS = "Too many questions at once. Wait a moment."
NO_ANSWER = "The table did not answer. Check whether the move was made before you try again."
NO_LINK = "There is no link to the table now."
SILENT = "The table has not been heard for eight seconds."

SERVING = "Serving tablets and phones."
HEALTHY = "The web pages are being served.\n"

"""What the server's log is told of: our own mistakes. What callers get wrong is answered, and fills no disk."""

import logging

from aiohttp.http import HttpProcessingError

LOG = logging.getLogger("companion.web")


def is_our_own(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | ConnectionError)  # or they have hung up in the middle


LOG.addFilter(is_our_own)

"""Everything that can be asked of a table: about its games, and about the household's tags."""

from collections.abc import Callable

from companion.table.bindings import Bindings, CannotBind, bind, merge, said, unbind
from companion.table.bindings_file import BindingsUnreadable, decode, encode, read_tag
from companion.table.keeper import Keeper
from companion.table.messages import AboutTags, Ask, BindTag, ExportTags, ImportTags, Reply, UnbindTag
from companion.table.session import Session
from companion.table.tags import Tags


class Household:
    """`bound` is called when the tags have become others."""

    def __init__(self, keeper: Keeper, tags: Tags, bound: Callable[[Bindings], None] = lambda _: None) -> None:
        self._keeper = keeper
        self._tags = tags
        self._bound = bound

    @property
    def session(self) -> Session | None:
        return self._keeper.session

    @property
    def trouble(self) -> str:
        return self._keeper.trouble

    def answer(self, ask: Ask) -> Reply:
        """Never raises for anything that people or disks can do."""
        if not isinstance(ask.request, AboutTags):
            return self._keeper.answer(ask)
        try:
            return self._about_tags(ask.id, ask.request)
        except CannotBind as error:
            return Reply(ask.id, done=False, message=error.conflicts[0], lines=error.conflicts[1:])
        except BindingsUnreadable as error:
            return Reply(ask.id, done=False, message=str(error))
        except OSError as error:
            return Reply(ask.id, done=False, message=f"The tags cannot be saved: {error.strerror or error}.")

    def _about_tags(self, id: str, request: AboutTags) -> Reply:
        ours = self._tags.bindings
        match request:
            case ExportTags():
                trouble = (self._tags.trouble,) if self._tags.trouble else ()
                return Reply(id, done=True, message=f"{_tags(ours)}.", lines=trouble, text=encode(ours).decode())
            case ImportTags(text, instead):
                theirs = decode(text.encode("utf-8", "surrogatepass"))
                return self._keep(id, merge(ours, theirs, instead=instead), f"{_tags(theirs)} read in.")
            case UnbindTag(uid):
                return self._keep(id, unbind(ours, uid), f"Tag {uid.upper()} is nothing any more.")
            case BindTag(uid, what, instead):
                _, meant = read_tag({**what, "uid": uid})
                now = bind(ours, uid, meant, instead=instead)
                return self._keep(id, now, f"Tag {uid.upper()} is {said(meant)} now.")

    def _keep(self, id: str, bindings: Bindings, done: str) -> Reply:
        aside = self._tags.keep(bindings)
        self._bound(bindings)
        kept = (f"The file that could not be read is kept as {aside}.",) if aside else ()
        return Reply(id, done=True, message=done, lines=kept)


def _tags(bindings: Bindings) -> str:
    count = len(bindings.tags)
    return f"{count} tag{'' if count == 1 else 's'}"

"""The commands that write, each with its exit status on a broken disk."""


class Command:
    """A command that writes: the store that it starts from, and the check that it has been done."""

    def __init__(self, name, *arguments, start="template", done=None, status=1, says=True):
        self.name, self.arguments, self.start, self.status, self.says = name, arguments, start, status, says
        self.done = done or (lambda before, after: True)


def followed(contents):
    return {feed for feed, *_ in contents.followed}


# `status` is the exit status on a broken disk. A command that shows what it fetched exits with 0, and says that it couldn't store it.
COMMANDS = [
    Command("first start", "following", start=None),
    Command("first refresh", "news", "best", start=None, done=lambda before, after: after.items),
    Command("refresh", "news", "new", done=lambda before, after: len(after.items) > len(before.items), status=0),
    Command("refresh of all", "unread", "--refresh", done=lambda before, after: after.queued > before.queued),
    Command("mark", "mark", "read", "--all", done=lambda before, after: after.read == set(after.items)),
    Command("save", "mark", "saved", "--feed", "news/new", done=lambda before, after: after.saved > before.saved),
    Command("follow", "follow", "news/best", done=lambda before, after: "news/best" in followed(after)),
    Command("rule", "rules", "add", "mute title:zebra", done=lambda before, after: len(after.rules) > len(before.rules)),
    Command("destination", "destinations", "add", "exec", "true", "--name", "other"),
    Command("digest", "digest", status=0, says=False),
    Command("digest to a destination", "digest", "--to", "log", status=0, says=False),
    Command("digest every day", "digest", "--to", "log", "--at", "08:00"),
    Command("search", "search", "the", status=0),
    Command("migration", "following", start="old", done=lambda before, after: len(after.followed) == 2),
]

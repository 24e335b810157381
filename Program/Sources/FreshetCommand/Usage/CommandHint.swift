import WebText

/// A command of other feed readers, with Freshet's own for the same.
struct CommandHint: CustomStringConvertible {
    let description: String

    private static let hints: [(words: [String], purpose: String, command: String)] = [
        (["add", "subscribe", "sub"], "follow a feed", "freshet follow ADDRESS"),
        (["remove", "rm", "delete", "del", "unsubscribe", "unsub"], "stop following a feed", "freshet unfollow FEED"),
        (["ls", "list", "feeds", "subscriptions", "subs"], "list the feeds you follow", "freshet following"),
        (
            ["refresh", "update", "sync", "fetch", "pull", "reload", "poll"], "refresh the feeds you follow",
            "freshet unread --refresh"
        ),
        (["star", "save", "bookmark"], "save an item", "freshet mark saved ID"),
        (["unstar", "unsave"], "unsave an item", "freshet mark unsaved ID"),
        (["starred", "bookmarks"], "list saved items", "freshet saved"),
        (["catchup", "mark-read", "markread"], "mark everything as read", "freshet mark read --all"),
        (["mute", "filter", "block"], "mute items", "freshet rules add mute QUERY"),
        (["find", "grep"], "search everything stored", "freshet search QUERY"),
        (["open", "tui", "ui", "start"], "open the reader", "freshet"),
        (["web-ui", "server", "daemon"], "serve the page", "freshet serve"),
        (["opml"], "export the feeds you follow", "freshet export --opml"),
        (["version"], "print the version", "freshet --version"),
        (["settings", "configure"], "see the configuration", "freshet config --default"),
    ]

    /// Nil for a word that is no such command.
    ///
    /// - Parameter words: what was typed after it.
    init?(_ word: String, _ words: [String]) {
        guard let hint = Self.hints.first(where: { $0.words.contains(word.lowercased()) }) else { return nil }
        var command = hint.command.split(separator: " ").map(String.init)
        // The last word may stand for what was typed.
        if !words.isEmpty, command.last?.allSatisfy(\.isUppercase) == true {
            command.replaceSubrange((command.count - 1)..., with: words.map(\.inShell))
        }
        description =
            "There is no command \(word.inQuotes). To \(hint.purpose): \(command.joined(separator: " "))"
    }
}

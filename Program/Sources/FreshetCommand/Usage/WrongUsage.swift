import ArgumentParser
import Feeds
import WebText

/// The message about a wrong command line: the reason, and the help to read.
struct WrongUsage {
    private let reason: String
    private let pointer: String?

    init(_ error: any Error) {
        let message = FreshetCommand.message(for: error)
        let isOwn = error is ValidationError
        reason = UnsuitableValue(message)?.description ?? (isOwn ? message : Self.plain(message))
        // ArgumentParser's full message ends with the command whose help explains it.
        pointer = FreshetCommand.fullMessage(for: error).split(separator: "\n").last
            .map { $0.drop { $0 == " " } }
            .flatMap { $0.wholeMatch(of: /See '(freshet.*)' for more information\./) }
            .map { "For help: \($0.1)" }
    }

    var lines: [String] {
        ["freshet: " + TerminalText(reason).string] + (pointer.map { [TerminalText($0).string] } ?? [])
    }

    /// ArgumentParser's message with the program's quotation marks, none around options. What has spaces is an example of the program's own.
    private static func plain(_ message: String) -> String {
        withoutFarSuggestion(message).replacing(/(^|[\s(])'([-<][^']*|[^'\s]+)'(?=[\s.,;:?!)]|$)/) { match in
            let word = String(match.2)
            return match.1 + (word.hasPrefix("-") ? word : word.inQuotes)
        }
    }

    /// Removes the suggestion of an option that has little in common with the typed one.
    private static func withoutFarSuggestion(_ message: String) -> String {
        guard let match = message.firstMatch(of: /'(-[^']+)'(\. Did you mean '(-[^']+)'\?)/) else { return message }
        let (typed, suggested) = (match.1.drop { $0 == "-" }, match.3.drop { $0 == "-" })
        let nearest = UnknownWord(String(typed), is: "option", among: [String(suggested)]).nearest
        return nearest == nil ? message.replacing(match.2, with: ".") : message
    }
}

/// A value that an option or argument can't have, from ArgumentParser's message about it.
///
/// ArgumentParser says that a value is invalid, but not always what is expected.
struct UnsuitableValue: CustomStringConvertible {
    /// The option, or the argument's name in capitals, as in usage lines.
    private let name: String
    private let value: String
    private let expected: String

    /// The expected values, by the name of the value in the help.
    private static let expectations = [
        "n": "a whole number", "number": "a whole number", "port": "a number from 0 to 65535",
        "ms": "a number of milliseconds", "age": "an age such as 12h or 7d, or a date such as 2026-01-31",
        "date": "a date such as 2026-01-31, or an age such as 7d or 12h", "m": "a number such as 4.5",
    ]

    /// Nil for other messages.
    init?(_ message: String) {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let separator = message.ranges(of: middle).last,
            let end = message[separator.upperBound...].firstIndex(of: "'")
        else { return nil }
        value = String(message[message.index(message.startIndex, offsetBy: start.count)..<separator.lowerBound])
        let words = message[separator.upperBound..<end].split(separator: " ")
        let valueName = (words.last ?? "").filter { $0 != "<" && $0 != ">" }
        name = words.count > 1 ? String(words[0]) : valueName.uppercased()
        let choices = message[end...].split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
        if !choices.isEmpty, message[end...].contains("one of") {
            expected = choices.alternatives
        } else if let known = Self.expectations[valueName] {
            expected = known
        } else {
            return nil
        }
    }

    var description: String { "\(name) must be \(expected), not \(value.inQuotes)." }
}

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
    /// - Parameter words: the words after it.
    init?(_ word: String, _ words: [String]) {
        guard let hint = Self.hints.first(where: { $0.words.contains(word.lowercased()) }) else { return nil }
        var command = hint.command.split(separator: " ").map(String.init)
        // The last word may be a placeholder for the typed words.
        if !words.isEmpty, command.last?.allSatisfy(\.isUppercase) == true {
            command.replaceSubrange((command.count - 1)..., with: words.map(\.inShell))
        }
        description =
            "There is no command \(word.inQuotes). To \(hint.purpose): \(command.joined(separator: " "))"
    }
}

extension [String] {
    /// “a, b or c”
    var alternatives: String {
        count > 1 ? dropLast().joined(separator: ", ") + " or " + self[count - 1] : first ?? ""
    }
}

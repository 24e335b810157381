import ArgumentParser
import WebText

/// The message about a wrong command line: the reason, and where the help is.
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

    /// Without an option to use instead that has little in common with the one that was typed.
    private static func withoutFarSuggestion(_ message: String) -> String {
        guard let match = message.firstMatch(of: /'(-[^']+)'(\. Did you mean '(-[^']+)'\?)/) else { return message }
        let (typed, suggested) = (match.1.drop { $0 == "-" }, match.3.drop { $0 == "-" })
        let nearest = UnknownWord(String(typed), is: "option", among: [String(suggested)]).nearest
        return nearest == nil ? message.replacing(match.2, with: ".") : message
    }
}

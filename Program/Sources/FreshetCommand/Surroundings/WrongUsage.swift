import ArgumentParser

/// What is said about a command that was wrong: the reason, and where the right ones are explained.
struct WrongUsage {
    private let reason: String
    private let pointer: String?

    init(_ error: any Error) {
        reason = FreshetCommand.message(for: error)
        // ArgumentParser's full message ends with the help of the command that was meant.
        pointer = FreshetCommand.fullMessage(for: error).split(separator: "\n").last
            .map { $0.drop { $0 == " " } }
            .flatMap { $0.hasPrefix("See ") ? String($0) : nil }
    }

    var lines: [String] {
        // ArgumentParser's own sentences begin with a capital.
        let sentence = reason.prefix(1).lowercased() + reason.dropFirst()
        return ["freshet: " + TerminalText(sentence).string] + (pointer.map { [TerminalText($0).string] } ?? [])
    }
}

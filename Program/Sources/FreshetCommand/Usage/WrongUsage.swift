import ArgumentParser

/// The message about a wrong command line: the reason, and where the help is.
struct WrongUsage {
    private let reason: String
    private let pointer: String?

    init(_ error: any Error) {
        let message = FreshetCommand.message(for: error)
        reason = UnsuitableValue(message)?.description ?? message
        // ArgumentParser's full message ends with the command whose help explains it.
        pointer = FreshetCommand.fullMessage(for: error).split(separator: "\n").last
            .map { $0.drop { $0 == " " } }
            .flatMap { $0.hasPrefix("See ") ? String($0) : nil }
    }

    var lines: [String] {
        ["freshet: " + TerminalText(reason).string] + (pointer.map { [TerminalText($0).string] } ?? [])
    }
}

import FeedStore
import Platform

/// Reads passwords and tokens: from the terminal without showing them, or the first line of standard input.
struct TypedPassword {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Reads a new password, twice on a terminal, and hashes it.
    func readNew(for name: String) throws -> PasswordHash {
        let password: String
        if isTerminal(STDIN_FILENO) {
            password = try ask("New password for \(TerminalText(name).string): ")
            // Reports the problem before it asks again.
            if password.count < PasswordHash.shortest { throw AccountError.shortPassword }
            if try ask("The same password again: ") != password {
                throw CommandFailure("The passwords differ. Nothing has changed.", .usage)
            }
        } else {
            password = try firstLine()
        }
        return try PasswordHash(of: password)
    }

    /// Reads a token that an upstream has issued.
    func readToken(of upstream: String) throws -> String {
        isTerminal(STDIN_FILENO) ? try ask("\(upstream) token: ") : try firstLine()
    }

    /// The first line of standard input.
    private func firstLine() throws -> String {
        let input = try InputFile(path: "-").read(atMost: 1 << 20)
        let line = input.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw CommandFailure("What is typed must be in UTF-8.", .usage)
        }
        return text
    }

    /// Reads a line of the terminal.
    private func ask(_ prompt: String) throws -> String {
        guard let input = HiddenInput(descriptor: STDIN_FILENO) else {
            throw CommandFailure("The terminal can't hide what is typed. Write it to standard input instead.")
        }
        let line = input.readLine { context.errors.write(prompt) }
        context.errors.writeLine("")
        guard let line else { throw CommandFailure("Nothing was typed. Nothing has changed.", .usage) }
        return line
    }
}

/// A terminal that doesn't show what is typed.
private struct HiddenInput {
    private let descriptor: Int32
    private let original: termios

    /// Nil if `descriptor` isn't a terminal.
    init?(descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        original = settings
    }

    /// Reads a line; nil after Ctrl-C or Ctrl-D, at the end of input, or if the terminal can't be changed.
    ///
    /// - Parameter prompt: called when the terminal has stopped showing what is typed.
    func readLine(prompt: () -> Void) -> String? {
        var hidden = original
        var shown = original
        // Without ISIG, Ctrl-C arrives as a byte: a signal would end the program and leave the terminal without echo.
        hidden.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        withUnsafeMutableBytes(of: &hidden.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        guard tcsetattr(descriptor, TCSADRAIN, &hidden) == 0 else { return nil }
        defer { tcsetattr(descriptor, TCSADRAIN, &shown) }
        prompt()
        var line: [UInt8] = []
        while line.count < PasswordHash.longest * 2 {
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
            switch byte {
            case 3, 4: return nil
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(validating: line, as: UTF8.self)
            // Backspace removes a character, with all of its bytes.
            case 8, 127: while let last = line.popLast(), last & 0xC0 == 0x80 {}
            // Ctrl-U
            case 21: line = []
            default: line.append(byte)
            }
        }
        return nil
    }
}

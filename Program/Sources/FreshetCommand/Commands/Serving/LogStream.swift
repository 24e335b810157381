import Logging

/// Writes a log without the control characters that an upstream or a client may have sent.
struct LogStream: TextOutputStream, Sendable {
    let output: Output

    /// Writes a line, which ends with the message.
    func write(_ line: String) { output.writeLine(TerminalText(line).string) }
}

extension Logger {
    /// A log of notices, and of what is more severe.
    init(to output: Output) {
        self.init(label: "freshet") { StreamLogHandler(label: $0, stream: LogStream(output: output)) }
        logLevel = .notice
    }
}

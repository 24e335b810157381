import FreshetServer
import Logging
import Platform

/// Writes a log without the control characters that an upstream or a client may have sent.
struct LineLogHandler: LogHandler {
    let output: Output
    let format: LogFormat
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line, which ends with what was sent.
    func log(event: LogEvent) {
        output.writeLine(TerminalText(LogLine(event).text(format, at: Date())).string)
    }
}

extension Logger {
    /// A log of notices, and of what is more severe.
    init(to output: Output, _ format: LogFormat = .text) {
        self.init(label: "freshet") { _ in LineLogHandler(output: output, format: format) }
    }
}

import Platform

/// The size of a terminal in characters.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    static let fallback = TerminalSize(columns: 80, rows: 24)

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size that the terminal reports; if it doesn't, `COLUMNS` and `LINES`, else 80 × 24.
    init(descriptor: Int32, environment: [String: String]) {
        var window = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0
        func pick(_ reported: UInt16, _ variable: String, _ fallback: Int) -> Int {
            if isKnown, reported > 0 { return Int(reported) }
            guard let set = environment[variable].flatMap({ Int($0) }), 1...10_000 ~= set else { return fallback }
            return set
        }
        columns = pick(window.ws_col, "COLUMNS", Self.fallback.columns)
        rows = pick(window.ws_row, "LINES", Self.fallback.rows)
    }
}

func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
}

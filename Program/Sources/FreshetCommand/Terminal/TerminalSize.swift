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

/// A terminal's raw mode, and the settings to restore after it.
///
/// Raw mode here means no echo, and input byte by byte. Ctrl-C and Ctrl-Z still send signals, so that they work if the program hangs.
/// Ctrl-S, Ctrl-Q and Ctrl-V are keys as any other: they don't stop the output or quote the next key.
struct RawMode: Sendable {
    private let descriptor: Int32
    private let original: termios

    /// Reads the settings without changing them; nil if `descriptor` isn't a terminal.
    init?(descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        original = settings
    }

    /// Returns false if the terminal is unavailable. A process in the background stops here until it is in the foreground.
    func enter() -> Bool {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        // With SIGTTOU blocked, as on Dispatch's threads, a background process would change the shell's terminal.
        var stop = sigset_t()
        var masked = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        pthread_sigmask(SIG_UNBLOCK, &stop, &masked)
        defer { pthread_sigmask(SIG_SETMASK, &masked, nil) }
        return apply(raw)
    }

    func leave() {
        _ = apply(original)
    }

    /// Keeps unread input, which may be meant for the shell.
    private func apply(_ settings: termios) -> Bool {
        var settings = settings
        while tcsetattr(descriptor, TCSADRAIN, &settings) == -1 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}

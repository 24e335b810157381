import Platform

/// A program in a terminal of its own, which controls it: keys such as Ctrl-C reach it as signals.
final class TerminalProgram {
    let terminal: PseudoTerminal
    private let process: pid_t
    private var isReaped = false
    /// The end of the program, after it has ended.
    private(set) var lastEnding = Ending.status(-1)

    struct NotStarted: Error {
        var path: String
        var number: Int32
    }

    enum Ending: Hashable {
        case status(Int32)
        case signal(Int32)
    }

    /// - Parameter environment: all of it; nothing is inherited.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = ["TERM": "xterm"], columns: Int = 80,
        rows: Int = 24
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        #if canImport(Darwin)
        let newSession = Int16(POSIX_SPAWN_SETSID)
        #else
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which only GNU's headers declare
        #endif
        let terminal = terminal
        process = try spawn(path, arguments, environment, flags: newSession) { actions in
            // The first terminal that a session leader opens becomes its controlling terminal.
            posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
    }

    // A child that has ended and that nobody has waited for would keep tests with processes of their own from hearing of theirs.
    deinit {
        if isReaped { return }
        kill(process, SIGKILL)
        _ = ending()
    }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// True if it has ended.
    var hasEnded: Bool {
        var status: Int32 = 0
        if !isReaped, waitpid(process, &status, WNOHANG) != 0 {
            isReaped = true
            lastEnding = Self.ending(status)
        }
        return isReaped
    }

    /// Waits for its end.
    func ending() -> Ending {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        isReaped = true
        lastEnding = Self.ending(status)
        return lastEnding
    }

    private static func ending(_ status: Int32) -> Ending {
        status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}

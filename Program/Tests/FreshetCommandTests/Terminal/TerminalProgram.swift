#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program in a terminal of its own, which controls it: keys such as Ctrl-C reach it as signals.
final class TerminalProgram {
    let terminal: PseudoTerminal
    private let process: pid_t
    private var isReaped = false
    /// How it ended, once it has.
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
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let newSession = Int16(POSIX_SPAWN_SETSID)
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which the headers show to GNU's C alone
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Neither what the test's thread blocks nor what the test ignores is inherited.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        // The first terminal that the leader of a session opens becomes its controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)

        let words = ([path] + arguments).map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let number = posix_spawn(&process, path, &actions, &attributes, words + [nil], variables + [nil])
        guard number == 0 else { throw NotStarted(path: path, number: number) }
        self.process = process
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

    /// Whether it has ended.
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

import Platform

/// A program that this one starts, in a process group of its own.
struct SpawnedProcess {
    /// Why a program can't be run.
    struct Failure: Error {
        let reason: String
    }

    /// How a program ended.
    enum End: Hashable, CustomStringConvertible {
        case status(Int32)
        case signal(Int32)

        var description: String {
            switch self {
            case .status(let code): "exited with status \(code)"
            case .signal(let signal): "was terminated by signal \(signal)"
            }
        }

        fileprivate init(waitStatus: Int32) {
            self = waitStatus & 0x7F == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(waitStatus & 0x7F)
        }
    }

    private let process: pid_t

    /// Starts the program that the first argument names.
    ///
    /// - Parameters:
    ///   - input: the descriptor of its input; nil for an empty one.
    ///   - output: the descriptor of its output and of its error output; nil discards them.
    init(
        _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            if let output {
                posix_spawn_file_actions_adddup2(&actions, output, descriptor)
            } else {
                // This program may own the terminal's screen.
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C doesn't reach the group, and `kill()` ends the program's children too.
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        // Signals that are ignored, or that Dispatch's threads block, would stay so in a program that doesn't expect it.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in Output.writeSignals { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + variables { free(text) } }
        var process = pid_t()
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, &argv, &variables)
        guard code == 0 else { throw Failure(reason: String(cString: strerror(code))) }
        self.process = process
    }

    /// How it ended; nil while it runs. Throws if the system doesn't say.
    func poll() throws(Failure) -> End? {
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        if ended == process { return End(waitStatus: status) }
        if ended < 0, errno != EINTR { throw Failure(reason: "no exit status") }
        return nil
    }

    /// Blocks the calling thread until it ends; nil if the system doesn't say how.
    @discardableResult
    func wait() -> End? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return End(waitStatus: status)
    }

    /// Ends it and its children immediately.
    func kill() {
        _ = Platform.kill(-process, SIGKILL)
        wait()
    }
}

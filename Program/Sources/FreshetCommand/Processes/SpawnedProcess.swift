import Dispatch
import Platform

/// A program that this one starts, in a process group of its own.
struct SpawnedProcess {
    /// The reason that a program can't be run.
    struct Failure: Error {
        let reason: String
    }

    /// The end of a program.
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

    /// Returns its end; nil while it runs. Throws if the system doesn't report it.
    func poll() throws(Failure) -> End? {
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        if ended == process { return End(waitStatus: status) }
        if ended < 0, errno != EINTR { throw Failure(reason: "no exit status") }
        return nil
    }

    /// Blocks the calling thread until it ends; nil if the system doesn't report how.
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

/// A program that receives input and must exit within a timeout.
struct ChildProcess {
    /// The reason for a program's failure.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The time limit of a program, in seconds.
    static let timeout = 30.0

    let arguments: [String]
    /// Variables added to the environment.
    var variables: [String: String] = [:]

    /// Runs the program with this input; throws a ``Failure`` unless it ends with status 0. Blocks the calling thread.
    func run(input: Data) throws {
        let input = try UnnamedFile(input)
        defer { input.close() }
        let process: SpawnedProcess
        do {
            process = try SpawnedProcess(arguments, environment: inherited, input: input.descriptor)
        } catch {
            throw Failure(description: "\(arguments[0]) can't be run: \(error.reason)")
        }
        try wait(for: process)
    }

    private var inherited: [String: String] { ProcessInfo.processInfo.environment.merging(variables) { $1 } }

    private func wait(for process: SpawnedProcess) throws {
        let end = try end(of: process)
        if end != .status(0) { throw Failure(description: "\(arguments[0]) \(end)") }
    }

    private func end(of process: SpawnedProcess) throws -> SpawnedProcess.End {
        let deadline = DispatchTime.now() + Self.timeout
        var pause: UInt32 = 1_000
        while DispatchTime.now() < deadline {
            do {
                if let end = try process.poll() { return end }
            } catch {
                throw Failure(description: "\(arguments[0]) ended without an exit status")
            }
            usleep(pause)
            pause = min(pause * 2, 100_000)
        }
        process.kill()
        throw Failure(description: "\(arguments[0]) took longer than \(Int(Self.timeout)) s")
    }
}

/// A file without a name that holds a program's input: unlike a pipe, it has no size limit, and writing it never blocks.
private struct UnnamedFile {
    let descriptor: Int32

    init(_ data: Data) throws {
        guard let file = tmpfile() else { throw ChildProcess.Failure(description: "a temporary file can't be created") }
        defer { fclose(file) }
        let isWritten = data.withUnsafeBytes { bytes in
            bytes.isEmpty || fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count
        }
        guard isWritten, fflush(file) == 0 else {
            throw ChildProcess.Failure(description: "a temporary file can't be written")
        }
        descriptor = dup(fileno(file))
        lseek(descriptor, 0, SEEK_SET)
    }

    func close() { _ = Platform.close(descriptor) }
}

/// Both ends of a pipe. Programs that this one starts don't inherit them.
struct PipeEnds: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    /// Nil if no descriptor is available.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    func closeReadEnd() { close(readEnd) }

    func closeWriteEnd() { close(writeEnd) }

    /// Blocks the calling thread until a line has arrived; nil if the pipe ends before.
    func readLine() -> String? {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(readEnd, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}

/// The path of a program that may be missing from the `PATH` of ordinary users and of cron.
struct ProgramPath {
    /// The bare name if `PATH` leads to it, or if the program isn't found.
    let path: String

    /// The path of the running program.
    static var own: String {
        #if canImport(Darwin)
        let path = Bundle.main.executablePath
        #else
        // Without /proc, the path as typed.
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #endif
        return path ?? CommandLine.arguments[0]
    }

    /// - Parameters:
    ///   - search: the value of `PATH`.
    ///   - others: the folders to look in besides.
    init(named name: String, in search: String?, or others: [String] = ["/usr/sbin", "/usr/lib"]) {
        func isThere(_ folder: some StringProtocol) -> Bool {
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
        }
        let isFound = (search ?? "").split(separator: ":").contains { isThere($0) }
        path = isFound ? name : others.first { isThere($0) }.map { "\($0)/\(name)" } ?? name
    }
}

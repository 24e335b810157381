import Dispatch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that receives input and must exit within a timeout.
struct ChildProcess {
    /// Why a program failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long a program may run, in seconds.
    static let timeout = 30.0

    let arguments: [String]
    /// Variables added to the environment.
    var variables: [String: String] = [:]

    /// Runs the program with this input; throws a ``Failure`` unless it ends with status 0. Blocks the calling thread.
    func run(input: Data) throws {
        let input = try UnnamedFile(input)
        defer { input.close() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own: Ctrl-C doesn't reach it, and its children end with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = inherited.map { strdup($0) } + [nil]
        defer { for text in argv + environment { free(text) } }
        var process = pid_t()
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, &argv, &environment)
        guard code == 0 else {
            throw Failure(description: "\(arguments[0]) can't be run: \(String(cString: strerror(code)))")
        }
        try wait(for: process)
    }

    private var inherited: [String] {
        ProcessInfo.processInfo.environment.merging(variables) { $1 }.map { $0 + "=" + $1 }
    }

    private func wait(for process: pid_t) throws {
        let end = DispatchTime.now() + Self.timeout
        var status: Int32 = 0
        var pause: UInt32 = 1_000
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { throw Failure(description: "\(arguments[0]) ended without an exit status") }
            if DispatchTime.now() >= end {
                kill(-process, SIGKILL)
                waitpid(process, &status, 0)
                throw Failure(description: "\(arguments[0]) took longer than \(Int(Self.timeout)) s")
            }
            usleep(pause)
            pause = min(pause * 2, 100_000)
        }
        if status & 0x7F != 0 {
            throw Failure(description: "\(arguments[0]) was terminated by signal \(status & 0x7F)")
        }
        let code = status >> 8 & 0xFF
        if code != 0 { throw Failure(description: "\(arguments[0]) exited with status \(code)") }
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

    func close() { _ = Self.close(descriptor) }

    private static func close(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.close(descriptor)
        #elseif canImport(Musl)
        Musl.close(descriptor)
        #else
        Darwin.close(descriptor)
        #endif
    }
}

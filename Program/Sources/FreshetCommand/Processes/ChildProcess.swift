import Dispatch
import Platform

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

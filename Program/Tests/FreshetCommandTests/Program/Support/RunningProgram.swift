import Foundation
import Synchronization

@testable import FreshetCommand

/// A program whose outputs are files: no terminal, nothing to wait for but its end.
final class RunningProgram: Sendable {
    private let process: pid_t
    private let isWaitedFor = Atomic(false)
    private let output: URL
    private let errors: URL

    /// Starts it with nothing of the tests' own environment, and with no signal blocked or ignored.
    init(_ path: String, _ arguments: [String], _ environment: [String: String], in folder: URL) throws {
        let name = UUID().uuidString
        output = folder.appending(path: name + ".out")
        errors = folder.appending(path: name + ".err")
        let (output, errors) = (output, errors)
        process = try spawn(path, arguments, environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
            posix_spawn_file_actions_addopen(&actions, 2, errors.path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        }
    }

    // As in TerminalProgram.
    deinit {
        if isWaitedFor.load(ordering: .relaxed) { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }

    func send(_ signal: Int32) { kill(process, signal) }

    /// The output so far.
    var outputSoFar: String { Self.text(output) }

    /// The error output so far.
    var errorsSoFar: String { Self.text(errors) }

    /// Waits for its end, on a thread where that holds up nobody.
    func end() async -> Finished {
        isWaitedFor.store(true, ordering: .relaxed)
        return await onThread { [process, output, errors] in
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            let ending: TerminalProgram.Ending =
                status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
            return Finished(ending: ending, output: Self.text(output), errors: Self.text(errors))
        }
    }

    private static func text(_ file: URL) -> String {
        (try? String(decoding: Data(contentsOf: file), as: UTF8.self)) ?? ""  // not there yet: nothing was written
    }
}

/// The outputs and the status of an ended program.
struct Finished: Sendable {
    var ending: TerminalProgram.Ending
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var fields: [[String]] {
        lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
    var json: [String: Any] { get throws { try document(output) } }
}

/// A JSON object.
func document(_ text: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return object as? [String: Any] ?? [:]
}

/// Runs what blocks where it does not take a thread from tasks.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}

/// Waits until it is so, at most a minute; says whether it was.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(10))  // canceled: looks again at once
    }
    return true
}

import Foundation
import GRDB
import SampleUpstreams
import Testing

@testable import FreshetCommand

/// Sample upstreams, a folder of its own, and the program that is run with both.
struct Scene: Sendable {
    let upstreams: SampleUpstreams
    let folder: URL

    var control: FaultControl { upstreams.control }
    var data: URL { folder.appending(path: "data") }
    var store: URL { data.appending(path: "freshet.sqlite") }

    /// All of the program's environment.
    var environment: [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "TERM": "xterm", "TZ": "UTC"]
            .merging(upstreams.variables.map { ($0.name, $0.value) }) { $1 }
    }

    static func with(
        _ configuration: SampleUpstreams.Configuration = .init(), _ body: (Scene) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scene = Scene(upstreams: try await .start(configuration), folder: folder)
        do { try await body(scene) } catch {
            await scene.end()
            throw error
        }
        await scene.end()
    }

    private func end() async {
        await upstreams.stop()
        try? FileManager.default.removeItem(at: folder)  // left over if a test made it unremovable
    }

    /// The words of a command line with the scene's data folder.
    func words(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init) + ["--data", data.path]
    }

    func start(_ line: String, _ changes: [String: String] = [:]) throws -> RunningProgram {
        try RunningProgram(BuiltProgram.path, words(line), changed(changes), in: folder)
    }

    /// Runs `freshet LINE --data …` to its end.
    func run(_ line: String, _ changes: [String: String] = [:]) async throws -> Finished {
        try await start(line, changes).end()
    }

    /// Makes the requests in the ledger that many seconds older, as if the time had passed.
    func age(by seconds: Int) throws {
        let database = try DatabaseQueue(path: store.path)
        try database.write { database in
            try database.execute(
                sql: "UPDATE ledger SET requested_at = requested_at - :ms, next_allowed_at = next_allowed_at - :ms",
                arguments: ["ms": seconds * 1000])
        }
        try database.close()
    }

    /// Puts a shell script into the scene's folder, which a test puts into `PATH`.
    func install(_ script: String, named name: String) throws {
        let file = folder.appending(path: name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// Runs `freshet` with exactly these words.
    func runBare(_ words: [String], _ changes: [String: String] = [:]) async throws -> Finished {
        try await RunningProgram(BuiltProgram.path, words, changed(changes), in: folder).end()
    }

    /// Runs a line of shell in which `$freshet` is the program and `$data` the folder.
    func shell(_ line: String, _ changes: [String: String] = [:]) async throws -> Finished {
        let environment = changed(changes).merging(["freshet": BuiltProgram.path, "data": data.path]) { $1 }
        return try await RunningProgram("/bin/sh", ["-c", line], environment, in: folder).end()
    }

    /// Runs the program in a terminal of its own, and `dialogue` with it.
    func terminal<Value: Sendable>(
        _ line: String, columns: Int = 80, rows: Int = 24, _ changes: [String: String] = [:],
        _ dialogue: @escaping @Sendable (TerminalProgram) -> Value
    ) async throws -> Value {
        try await terminal(words: words(line), columns: columns, rows: rows, changes, dialogue)
    }

    /// The same with exactly these words.
    func terminal<Value: Sendable>(
        words: [String], columns: Int = 80, rows: Int = 24, _ changes: [String: String] = [:],
        _ dialogue: @escaping @Sendable (TerminalProgram) -> Value
    ) async throws -> Value {
        let environment = changed(changes)
        return try await onThread {
            Result {
                dialogue(
                    try TerminalProgram(
                        BuiltProgram.path, words, environment: environment, columns: columns, rows: rows))
            }
        }.get()
    }

    /// An empty value takes a variable away.
    func changed(_ changes: [String: String]) -> [String: String] {
        environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    }
}

extension Finished {
    func status(_ number: Int32) -> Bool { ending == .status(number) }
}

/// Tests that start the program.
@Suite("The program", .timeLimit(.minutes(5)))
enum ProgramTests {}

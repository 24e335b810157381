import Foundation
import Testing

/// Compiles the sources in `Tests/Swift6Client` against the module under test.
enum Client {
    /// A compiler diagnostic.
    struct Diagnostic: Hashable, CustomStringConvertible {
        let line: Int
        let message: String
        var description: String { "line \(line): \(message)" }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let folder = tests.appending(path: "Swift6Client")

    /// The module of the atomics, which the library imports on some platforms.
    private static let atomics = tests.deletingLastPathComponent().appending(path: "Sources/CFreshetAtomics/include")

    /// The folder of the built module: beside the test executable or in one of its parent folders.
    static let modules: URL? = {
        let programs = CommandLine.arguments.filter { $0.hasPrefix("/") } + [Bundle.main.bundlePath]
        for program in programs {
            var folder = URL(filePath: program).resolvingSymlinksInPath()
            while folder.path.count > 1 {
                for place in ["Modules", "."] {
                    let candidate = folder.appending(path: place)
                    if FileManager.default.fileExists(atPath: candidate.appending(path: "Freshet.swiftmodule").path) {
                        return candidate
                    }
                }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }()

    static let compiler: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "swiftc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    static var canCompile: Bool {
        compiler != nil && modules != nil && FileManager.default.fileExists(atPath: folder.path)
    }

    /// The options of the Swift 6 mode.
    static let swift6 = ["-swift-version", "6"]

    /// Returns the compiler's errors and warnings for a client file.
    static func compile(_ name: String, _ options: [String] = swift6) throws -> Set<Diagnostic> {
        try Set(compile(folder.appending(path: name), options).map { Diagnostic(line: $0.line, message: $0.message) })
    }

    /// Compiles a client file as a module of its own into `place`.
    static func makeModule(of name: String, in place: URL) throws {
        let module = name.replacing(".swift", with: "")
        _ = try run(
            swift6 + [
                "-emit-module", "-emit-module-path", place.appending(path: module + ".swiftmodule").path,
                "-module-name", module, folder.appending(path: name).path,
            ])
    }

    /// Returns the compiler's errors and warnings for a file, in order.
    static func compile(
        _ file: URL, _ options: [String] = swift6
    ) throws -> [(line: Int, kind: String, message: String)] {
        // `-emit-sil`: the compiler finds some data races only in data-flow analysis, after type checking.
        let text = try run(options + ["-emit-sil", "-o", "/dev/null", "-module-name", "Client", file.path])
        // /path/Races.swift:17:37: warning: mutation of captured var 'sum' …
        let pattern = /^.*\.swift:(\d+):\d+: (warning|error): (.*)$/.anchorsMatchLineEndings()
        return text.matches(of: pattern).map { (line: Int($0.1) ?? 0, kind: String($0.2), message: String($0.3)) }
    }

    /// Runs the compiler, and returns what it writes to standard error.
    private static func run(_ arguments: [String]) throws -> String {
        guard let compiler, let modules else { return "" }
        let (process, output) = (Process(), Pipe())
        process.executableURL = compiler
        process.arguments =
            ["-parse-as-library", "-diagnostic-style", "llvm", "-I", modules.path, "-I", atomics.path] + arguments
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// The diagnostics that the `expect:` marks of a file require.
    static func marks(_ name: String) throws -> [Diagnostic] {
        let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
            line.firstMatch(of: /\/\/ expect: (.*)$/).map { Diagnostic(line: number + 1, message: String($0.1)) }
        }
    }
}

@Suite(
    "Client code in Swift 6 mode",
    .enabled(if: Client.canCompile, "swiftc isn't in PATH, or the module is missing."))
struct Swift6ClientTests {
    /// The options of the Swift 5 mode that infer which functions are `@Sendable`, as the Swift 6 mode does.
    private static let swift5 = ["-swift-version", "5", "-enable-upcoming-feature", "InferSendableFromCaptures"]

    @Test(
        "The compiler reports each data race on its line and nothing else",
        arguments: ["Races.swift", "SharedByTasks.swift"])
    func races(_ file: String) throws {
        try expectMarks(of: file, in: try Client.compile(file))
    }

    /// Expects the diagnostics that the marks of the file require, and no diagnostics on other lines.
    private func expectMarks(of file: String, in diagnostics: Set<Client.Diagnostic>) throws {
        let expected = try Client.marks(file)
        #expect(expected.count > 2)
        for mark in expected {
            #expect(
                diagnostics.contains { $0.line == mark.line && $0.message.contains(mark.message) }, "\(file), \(mark)")
        }
        let unexpected = diagnostics.filter { diagnostic in !expected.contains { $0.line == diagnostic.line } }
        #expect(unexpected.isEmpty, "\(file)")
    }

    @Test("Safe code reaches the main actor without DispatchQueue.main.async or diagnostics")
    func safeCode() throws {
        let file = "ViewModel.swift"
        #expect(try Client.compile(file).isEmpty)
        #expect(
            try !String(contentsOf: Client.folder.appending(path: file), encoding: .utf8).contains("import Dispatch"))
    }

    @Test("Code that is isolated to the main actor by default compiles without diagnostics")
    func mainActorByDefault() throws {
        let options = ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-default-isolation", "MainActor"]
        #expect(try Client.compile("MainActorByDefault.swift", Client.swift6 + options).isEmpty)
    }

    @Test("Operators of the language are arguments without diagnostics", arguments: [swift5, Client.swift6])
    func operatorArguments(_ options: [String]) throws {
        #expect(try Client.compile("OperatorArguments.swift", options).isEmpty)
    }

    @Test("An extension's operator is preferred to one that RxSwift doesn't have", arguments: ["5", "6"])
    func extensions(_ mode: String) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "Extensions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        try Client.makeModule(of: "Extensions.swift", in: place)
        let diagnostics = try Client.compile("UsesExtensions.swift", ["-swift-version", mode, "-I", place.path])
        try expectMarks(of: "UsesExtensions.swift", in: diagnostics)
    }
}

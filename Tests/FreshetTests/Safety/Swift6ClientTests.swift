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

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Swift6Client")

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

    /// Returns the compiler's errors and warnings for a client file.
    static func compile(_ name: String) throws -> Set<Diagnostic> {
        try Set(compile(folder.appending(path: name)).map { Diagnostic(line: $0.line, message: $0.message) })
    }

    /// Returns the compiler's errors and warnings for a file, in order.
    static func compile(_ file: URL) throws -> [(line: Int, kind: String, message: String)] {
        guard let compiler, let modules else { return [] }
        let (process, output) = (Process(), Pipe())
        process.executableURL = compiler
        // `-emit-sil`: the compiler finds some data races only in data-flow analysis, after type checking.
        process.arguments = [
            "-swift-version", "6", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-diagnostic-style", "llvm",
            "-module-name", "Client", "-I", modules.path, file.path,
        ]
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // /path/Races.swift:17:37: warning: mutation of captured var 'sum' …
        let pattern = /^.*\.swift:(\d+):\d+: (warning|error): (.*)$/.anchorsMatchLineEndings()
        return text.matches(of: pattern).map { (line: Int($0.1) ?? 0, kind: String($0.2), message: String($0.3)) }
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
    "client code in Swift 6 mode",
    .enabled(if: Client.canCompile, "swiftc isn't in PATH, or the module is missing."))
struct Swift6ClientTests {
    @Test(
        "the compiler reports each data race on its line and nothing else",
        arguments: ["Races.swift", "SharedByTasks.swift"])
    func races(_ file: String) throws {
        let (diagnostics, expected) = (try Client.compile(file), try Client.marks(file))
        #expect(expected.count > 2)
        for mark in expected {
            #expect(
                diagnostics.contains { $0.line == mark.line && $0.message.contains(mark.message) }, "\(file), \(mark)")
        }
        let unexpected = diagnostics.filter { diagnostic in !expected.contains { $0.line == diagnostic.line } }
        #expect(unexpected.isEmpty, "\(file)")
    }

    @Test("safe code reaches the main actor without DispatchQueue.main.async or diagnostics")
    func safeCode() throws {
        let file = "ViewModel.swift"
        #expect(try Client.compile(file).isEmpty)
        #expect(
            try !String(contentsOf: Client.folder.appending(path: file), encoding: .utf8).contains("import Dispatch"))
    }
}

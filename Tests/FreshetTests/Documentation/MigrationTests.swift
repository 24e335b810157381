import Foundation
import Testing

/// docs/migrating-from-rxswift.md, and the app before and after the migration.
private enum Page {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let before = root.appending(path: "Tests/Swift5Tests/Migration/SearchApp.swift")
    static let after = root.appending(path: "Tests/FreshetFoundationTests/Migration/SearchApp.swift")
    static let text = root.appending(path: "docs/migrating-from-rxswift.md")

    static var exists: Bool {
        [before, after, text].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// True if the compiler and both modules that the app imports are available.
    static var canCompile: Bool {
        guard exists, Client.canCompile, let modules = Client.modules else { return false }
        return FileManager.default.fileExists(atPath: modules.appending(path: "FreshetFoundation.swiftmodule").path)
    }

    static func content(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The code blocks of the page in the given language.
    static func blocks(_ language: String) throws -> [String] {
        try content(of: text).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    /// Splits the code into its imports and the rest.
    static func split(_ code: String) -> (imports: [String], body: String) {
        let lines = code.components(separatedBy: "\n")
        let length = lines.firstIndex { $0.hasPrefix("struct ") } ?? 0
        let imports = lines[..<length].filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) }
        return (imports, lines[length...].joined(separator: "\n").trimmingCharacters(in: .newlines))
    }

    /// Applies a step to the code. Hunks are separated by `@@`; each line begins with `-`, `+` or a space.
    static func apply(_ step: String, to code: String) throws -> String {
        try step.components(separatedBy: "\n@@\n").reduce(code) { code, hunk in
            let lines = hunk.components(separatedBy: "\n")
            let former = lines.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() }.joined(separator: "\n")
            let latter = lines.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() }.joined(separator: "\n")
            try #require(
                code.components(separatedBy: former).count == 2, "The app must contain this exactly once: \(former)")
            return code.replacingOccurrences(of: former, with: latter)
        }
    }

    /// The compiler's messages for the code in Swift 6 mode, without duplicates.
    static func messages(_ code: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appending(path: "SearchApp.swift")
        try code.write(to: file, atomically: true, encoding: .utf8)
        // Removes the diagnostic group: capture of … [#SendableClosureCaptures]
        let group = /\ \[#\w+\]$/
        let messages = try Client.compile(file).map { "\($0.kind): \($0.message.replacing(group, with: ""))" }
        return messages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

@Suite("docs/migrating-from-rxswift.md", .enabled(if: Page.exists, "The page or the app is missing."))
struct MigrationTests {
    @Test("The first step of the migration changes only the imports") func imports() throws {
        let shown = Page.split(try #require(try Page.blocks("swift").first))
        let compiled = Page.split(try Page.content(of: Page.before))
        #expect(shown.imports == ["Foundation", "RxCocoa", "RxRelay", "RxSwift"])
        // On Linux, `FoundationNetworking` is separate from Foundation.
        #expect(Set(compiled.imports) == ["Foundation", "FoundationNetworking", "Freshet", "FreshetFoundation"])
        #expect(shown.body == compiled.body && shown.body.count > 1_000)
    }

    @Test("Applying all steps of the migration yields the app in Swift 6 mode") func steps() throws {
        let result = try Page.blocks("diff").reduce(Page.content(of: Page.before)) { try Page.apply($1, to: $0) }
        #expect(try result == Page.content(of: Page.after))
    }

    @Test(
        "The migration page quotes the compiler's messages at each step",
        .enabled(if: Page.canCompile, "swiftc isn't in PATH, or the modules are missing."))
    func quotes() throws {
        var (code, quotes) = (try Page.content(of: Page.before), try Page.blocks("text"))
        #expect(quotes.count > 2)
        for step in try Page.blocks("diff") {
            let expected = quotes.isEmpty ? [] : quotes.removeFirst().components(separatedBy: "\n")
            #expect(Set(try Page.messages(code)) == Set(expected), "before \(step)")
            code = try Page.apply(step, to: code)
        }
        #expect(quotes.isEmpty)
        #expect(try Page.messages(code).isEmpty)
    }
}

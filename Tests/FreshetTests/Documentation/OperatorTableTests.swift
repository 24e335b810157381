import Foundation
import Testing

/// The package's root folder.
private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
private let table = root.appending(path: "docs/operators.md")

@Suite(
    "docs/operators.md",
    .enabled(if: FileManager.default.fileExists(atPath: table.path), "docs/operators.md is missing"))
struct OperatorTableTests {
    private static let folders = [
        "Operators", "Combining", "Creation", "ErrorHandling", "Sharing", "Threading", "Time", "Async",
        "Observation",
    ]

    /// Returns the names of the public functions in a folder of the module's sources.
    private func functions(in folder: String) throws -> Set<String> {
        let sources = root.appending(path: "Sources/Freshet/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        let names = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /public (?:static )?func `?([A-Za-z]+)/)
                .map { String($0.1) }
        }
        // Functions of schedulers and sequences are not operators.
        return Set(names).subtracting(["schedule", "makeAsyncIterator", "next"])
    }

    @Test("docs/operators.md names every public operator", arguments: folders) func namesAll(_ folder: String) throws {
        let text = try String(contentsOf: table, encoding: .utf8)
        let names = try functions(in: folder)
        #expect(!names.isEmpty)
        for name in names {
            #expect(text.contains("`\(name)`") || text.contains("`\(name)("), "\(name) is not in docs/operators.md")
        }
    }

    @Test("Every operator is on a documentation page", arguments: folders)
    func haveDocumentationPage(_ folder: String) throws {
        let catalogue = root.appending(path: "Sources/Freshet/Freshet.docc")
        let pages = try FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }.map { try String(contentsOf: $0, encoding: .utf8) }
        let names = try functions(in: folder)
        #expect(!names.isEmpty)
        for name in names {
            #expect(pages.contains { $0.contains("Type/\(name)(") }, "\(name) is on no page")
        }
    }

    @Test("Every row of docs/operators.md has six cells") func hasSixCells() throws {
        let text = try String(contentsOf: table, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(lines.count > 40)
        #expect(lines.allSatisfy { $0.count { $0 == "|" } == 7 })
    }
}

import Foundation
import Testing

/// The package's folder, from where this file stands in it.
private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
private let table = root.appending(path: "docs/operators.md")

@Suite("the table of operators", .enabled(if: FileManager.default.fileExists(atPath: table.path), "docs/operators.md is not beside these tests"))
struct OperatorTableTests {
    @Test("names every public function", arguments: ["Operators", "Combining", "Creation", "Sharing", "Time"])
    func namesAll(_ folder: String) throws {
        let text = try String(contentsOf: table, encoding: .utf8)
        let sources = root.appending(path: "Sources/Freshet/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: /public (?:static )?func `?([A-Za-z]+)/) {
                let name = match.1
                #expect(text.contains("`\(name)`") || text.contains("`\(name)("), "\(name) is not in docs/operators.md")
            }
        }
    }

    @Test("has six cells in each line") func isWhole() throws {
        let text = try String(contentsOf: table, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(lines.count > 40)
        #expect(lines.allSatisfy { $0.count { $0 == "|" } == 7 })
    }
}

import ArgumentParser
import Feeds
import Foundation
import Testing

@testable import FreshetCommand

@Suite("--format")
struct ItemFormatTests {
    private func line(_ format: String) throws -> String {
        let feed = try #require(ReaderScene.repository)
        let item = ReaderScene().item("7", in: feed, title: "A\ttitle\u{1B}[31m") { $0.author = .init(name: "ann") }
        return try ItemFormat(format).line(item)
    }

    @Test("replaces fields, and escapes of tabs, line feeds and braces")
    func fields() throws {
        #expect(try line("{title}\\t{url}") == "A title\thttps://a.example/7")
        #expect(try line("{id} by {author} in {feed}: {state}{saved}") == "7 by ann in github/octo/harbor: unread")
        #expect(try line("\\{x\\}\\n\\\\") == "{x}\n\\")
    }

    @Test("refuses what it doesn't know, and names the fields", arguments: ["{nope}", "\\x", "end\\"])
    func unknown(format: String) {
        let error = #expect(throws: ValidationError.self) { try ItemFormat(format) }
        #expect(error?.message.contains("{title} {url}") == true)
    }

    @Test("says where a brace is missing", arguments: ["{title", "{id} {title\\t"])
    func unclosed(format: String) {
        let error = #expect(throws: ValidationError.self) { try ItemFormat(format) }
        #expect(error?.message.contains("no } after {title") == true)
    }
}

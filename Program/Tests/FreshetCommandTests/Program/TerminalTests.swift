import Foundation
import SampleUpstreams
import Testing
import WebText

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A feed on a terminal")
    struct OnATerminal {
        static let lines = [
            "github octo-sample/harbor", "github --trending swift", "github --repositories", "planet",
            "planet wildfires",
            "news", "status",
        ]

        @Test("The table fits the width of the terminal", arguments: lines)
        func width(line: String) async throws {
            try await Scene.with { scene in
                for line in line == "status" ? Self.lines.dropLast() : [line] { _ = try await scene.run(line) }
                let offline = line + (line == "status" ? "" : " --offline")
                for columns in [40, 80, 120] {
                    let text = try await scene.terminal(offline, columns: columns) { $0.allOutput() }
                    let rows = text.withoutEscapes.split(whereSeparator: \.isNewline)
                    #expect(rows.count > 2 && rows.allSatisfy { String($0).columns <= columns })
                }
            }
        }

        @Test("Titles are links on a terminal, and the line below the items has their freshness")
        func links() async throws {
            try await Scene.with { scene in
                let text = try await scene.terminal("news --limit 3") { $0.allOutput() }
                #expect(text.contains("\u{1B}]8;;https://") && text.contains("\u{1B}]8;;\u{1B}\\"))
                #expect(text.withoutEscapes.contains("TITLE") && text.withoutEscapes.contains("fresh, just now"))
            }
        }

        @Test("Progress goes to standard error, is counted, and is erased")
        func progress() async throws {
            try await Scene.with { scene in
                scene.control.setLatency(.milliseconds(200))
                let text = try await scene.terminal("planet") { $0.allOutput() }
                #expect(text.contains("Loading from EONET") && text.contains("of 13 categories"))
                let last = try #require(text.range(of: "of 13 categories", options: .backwards))
                #expect(text[last.upperBound...].contains("\r\u{1B}[K"))
                #expect(screen(of: text).first { !$0.isEmpty }?.hasPrefix("CATEGORY") == true)
                #expect(!screen(of: text).contains { $0.contains("of 13") || $0.contains("Loading from") })
            }
        }

        @Test("Stored items are shown immediately, and fresh ones replace them")
        func storedFirst() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor --limit 5")
                scene.control.advance(by: .seconds(900))
                try scene.age(by: 11)
                scene.control.setLatency(.milliseconds(800))
                let text = try await scene.terminal("github octo-sample/harbor --limit 5 --refresh") { $0.allOutput() }
                #expect(text.components(separatedBy: "WHAT").count > 2)
                let rows = screen(of: text)
                #expect(rows.count { $0.contains("WHAT") } == 1 && rows.contains { $0.contains("fresh") })
                #expect(rows.count { $0.hasPrefix("●") } == 5)
            }
        }

        @Test("A list longer than the screen leaves nothing of its preview in the scrollback")
        func longPreview() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 30")
                scene.control.advance(by: .seconds(900))
                try scene.age(by: 11)
                scene.control.setLatency(.milliseconds(300))
                let text = try await scene.terminal("news --limit 30 --refresh") { $0.allOutput() }
                // The cursor can't go up beyond the screen's first row.
                let moves = text.matches(of: /\u{1B}\[(\d+)A/).compactMap { Int($0.1) }
                #expect(!moves.isEmpty && moves.allSatisfy { $0 < 24 })
                #expect(screen(of: text).count { $0.contains("TITLE") } == 1)
            }
        }

        @Test("Unread items have a dot until they are marked, and looking marks nothing")
        func marks() async throws {
            try await Scene.with { scene in
                let line = "github octo-sample/harbor --limit 5"
                let looks = [
                    try await scene.terminal(line) { $0.allOutput() },
                    try await scene.terminal(line) { $0.allOutput() },
                ]
                for look in looks {
                    #expect(screen(of: look).count { $0.hasPrefix("●") } == 5 && look.contains("unread"))
                }
                #expect(try await scene.run("mark read --feed github/octo-sample/harbor").status(0))
                let marked = try await scene.terminal(line) { $0.allOutput() }
                #expect(!marked.contains("●") && !marked.contains("unread"))
            }
        }

        @Test("A ranked list shows ranks, and another order doesn't")
        func ranks() async throws {
            try await Scene.with { scene in
                let ranked = try await scene.terminal("news --limit 3", columns: 120) { $0.allOutput() }
                let newest = try await scene.terminal("news --limit 3 --order newest", columns: 120) { $0.allOutput() }
                #expect(screen(of: ranked).contains { $0.contains(" # ") })
                #expect(!screen(of: newest).contains { $0.contains(" # ") })
            }
        }

        @Test("An upstream's failure is reported once, beside stored items")
        func stale() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                try scene.age(by: 11)
                scene.control.fail("/news", with: .status(500))
                let rows = screen(of: try await scene.terminal("news --limit 3 --refresh") { $0.allOutput() })
                #expect(rows.count { $0.contains("500") } == 1 && rows.contains { $0.hasPrefix("stale since") })
            }
        }

        @Test("Ctrl-C ends a refresh with status 130 and leaves nothing on the screen")
        func interrupted() async throws {
            try await Scene.with { scene in
                scene.control.setLatency(.seconds(30))
                let (ending, text) = try await scene.terminal("news") { program in
                    let first = program.terminal.output(until: "Loading from")
                    program.terminal.type("\u{3}")
                    let ending = program.ending()
                    return (ending, first + program.terminal.rest)
                }
                #expect(ending == .status(130))
                #expect(screen(of: text).allSatisfy { $0.isEmpty || $0 == "^C" })
            }
        }
    }
}

import Foundation
import GRDB
import SampleUpstreams
import Search
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The reader on a terminal")
    struct Reading {
        private static let follows = ["octo-sample/harbor", "news/top --folder Morning", "planet/wildfires"]

        private static func with(_ body: (Scene) async throws -> Void) async throws {
            try await Scene.with { scene in
                for feed in follows { _ = try await scene.run("follow " + feed) }
                try await body(scene)
            }
        }

        @Test("The reader opens with unread items, and restores the terminal", arguments: ["q", "\u{3}"])
        func end(key: String) async throws {
            try await Self.with { scene in
                let (text, isRestored, output, ending) = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.wait(for: "Morning")
                    let text = screen.text
                    screen.type(key)
                    let ending = screen.end()
                    return (text, screen.isRestored, screen.output, ending)
                }
                #expect(text[0].hasPrefix(">Unread") && text.contains { $0.contains("Morning") })
                #expect(text[1].contains("│>●"))
                #expect(output.hasSuffix(ScreenRenderer.leave) && isRestored)
                #expect(ending == .status(key == "q" ? 0 : 130))
            }
        }

        @Test("The reader marks opened items as read in the store immediately, and undoes marking all")
        func marks() async throws {
            try await Self.with { scene in
                _ = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("\r")
                    screen.wait(for: "Unread · 59 unread")
                    screen.type("q")
                    return screen.end()
                }
                #expect(try await scene.run("unread --limit 100").lines.count == 59)
                let notice = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "59 unread")
                    screen.type("A")
                    screen.wait(for: "59 items. Press u to undo")
                    screen.type("u")
                    let isUndone = screen.wait(for: "Undone.")
                    screen.type("q")
                    _ = screen.end()
                    return isUndone
                }
                #expect(notice)
                #expect(try await scene.run("unread --limit 100").lines.count == 59)
            }
        }

        @Test("The reader shows a story's comments below it, and an event on a map")
        func items() async throws {
            try await Self.with { scene in
                let (hasComments, hasMap) = try await scene.fullScreen("", columns: 160, rows: 40) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("/top\r\r")
                    let hasComments = screen.wait(for: "▾")
                    screen.type("\u{1B}")
                    screen.wait(for: "filter")
                    screen.type("\u{1B}")
                    screen.wait { !$0.text.joined().contains("filter") }
                    screen.type("/wildfires\r")
                    let hasMap = screen.wait { screen in
                        screen.text.count { $0.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value } } > 8
                    }
                    screen.type("q")
                    _ = screen.end()
                    return (hasComments, hasMap)
                }
                #expect(hasComments && hasMap)
            }
        }

        @Test("The reader marks all items of a feed as read, also those that aren't loaded")
        func markAll() async throws {
            try await Scene.with { scene in
                let before = try await scene.run("news --limit 100 --json").json["unreadCount"] as? Int ?? 0
                let isMarked = try await scene.fullScreen("read news/top --offline") { screen in
                    screen.wait(for: "\(before) unread")
                    screen.type("A")
                    let isMarked = screen.wait(for: "Marked as read: \(before) items.")
                    screen.type("q")
                    _ = screen.end()
                    return isMarked
                }
                #expect(before > 50 && isMarked)
                #expect(try await scene.run("news --offline --json").json["unreadCount"] as? Int == 0)
            }
        }

        @Test("The reader records a visit when a discussion opens, after which commands mark new comments")
        func newComments() async throws {
            try await Self.with { scene in
                let isOpen = try await scene.fullScreen("", columns: 160, rows: 40) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("/top\r\r")
                    // Comments are stored once all have arrived.
                    let isOpen = screen.wait { screen in
                        let text = screen.text.joined()
                        return text.contains("▾")
                            && !["Loading", "refreshing", "Comments:"].contains { text.contains($0) }
                    }
                    screen.type("q")
                    _ = screen.end()
                    return isOpen
                }
                let database = try DatabaseQueue(path: scene.store.path)
                let story = try await database.write { db in
                    let thread = "SELECT id FROM feed WHERE key LIKE 'news/item/%'"
                    let visited = "visited_at > 0 AND feed_id IN (\(thread))"
                    try db.execute(sql: "UPDATE reading SET last_visit_at = visited_at - 7200000 WHERE \(visited)")
                    let sql = "SELECT substr(key, 11) FROM feed JOIN reading ON feed_id = feed.id WHERE \(visited)"
                    return try String.fetchOne(db, sql: sql)
                }
                try database.close()
                let text = try await scene.terminal("news \(#require(story)) --offline") { $0.allOutput() }
                #expect(isOpen && text.contains("new\u{1B}["))
            }
        }

        @Test("The reader follows a pasted address without leaving")
        func follow() async throws {
            try await Scene.with { scene in
                let isThere = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "You don't follow any feeds yet.")
                    screen.type("f\u{1B}[200~sample/harborr\u{1B}[201~\u{1B}[Hocto-\u{1B}[F\u{7F}\r")
                    let isThere = screen.wait(for: "Following octo-sample/harbor.")
                    screen.type("q")
                    _ = screen.end()
                    return isThere
                }
                #expect(isThere)
                #expect(try await scene.run("following").lines.count == 1)
            }
        }

        @Test("The reader mutes an author from the item pane", arguments: [(80, 24), (120, 36)])
        func rule(columns: Int, rows: Int) async throws {
            try await Self.with { scene in
                let isTested = try await scene.fullScreen("", columns: columns, rows: rows) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("/harbor\r\r")
                    screen.wait { !$0.text.joined().contains("Enter: keep") }
                    screen.type("R")
                    let isTested = screen.wait(for: "It hides ")
                    screen.type("\r")
                    screen.wait(for: "Rule added. Press u within 10 s to undo.")
                    screen.type("q")
                    _ = screen.end()
                    return isTested
                }
                let rules = try await scene.run("rules list").output
                #expect(isTested && rules.contains("mute author:") && rules.contains("in:github/octo-sample/harbor"))
            }
        }

        @Test("The reader removes muted items immediately, and shows them again when the rule is undone")
        func undoneRule() async throws {
            try await Self.with { scene in
                let (isMuted, isBack) = try await scene.fullScreen("read news/top", columns: 100, rows: 36) { screen in
                    screen.wait { $0.listed > 0 && $0.text.last?.contains("fresh,") == true }
                    let count = screen.listed
                    screen.type("R")
                    screen.wait(for: "It hides ")
                    screen.type("\r")
                    let isMuted = screen.wait { $0.listed < count }
                    screen.type("u")
                    let isBack = screen.wait { $0.listed == count }
                    screen.type("q")
                    _ = screen.end()
                    return (isMuted, isBack)
                }
                #expect(isMuted && isBack)
                #expect(try await scene.run("rules list").output.isEmpty)
            }
        }

        @Test("The reader lists the keys at 80 × 24 above the status line, with a hint at the rest")
        func keys() async throws {
            try await Self.with { scene in
                let (first, last) = try await scene.fullScreen("", columns: 80, rows: 24) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("?")
                    screen.wait(for: "scroll")
                    let first = screen.text
                    screen.type("G")
                    screen.wait(for: "q Ctrl-C")
                    let last = screen.text
                    screen.type("q")
                    _ = screen.end()
                    return (first, last)
                }
                #expect(first.last?.contains("60 unread") == true && last.last?.contains("60 unread") == true)
                #expect(first.contains { $0.contains("next line") } && !last.contains { $0.contains("next line") })
            }
        }

        @Test("The reader shows what other processes change")
        func otherProcesses() async throws {
            try await Self.with { scene in
                let environment = scene.environment
                let words = scene.words("mark read --all")
                let isThere = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    let other = try? TerminalProgram(BuiltProgram.path, words, environment: environment)
                    _ = other?.ending()
                    let isThere = screen.wait(for: "Unread · 0 unread")
                    screen.type("q")
                    _ = screen.end()
                    return isThere
                }
                #expect(isThere)
            }
        }

        @Test("The reader continues after Ctrl-Z, and on every size", arguments: [(40, 12), (80, 24), (300, 100)])
        func sizes(columns: Int, rows: Int) async throws {
            try await Self.with { scene in
                let (isSuspended, isResized) = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("\u{1A}")
                    let isSuspended = screen.wait { $0.output.components(separatedBy: ScreenRenderer.enter).count > 2 }
                    screen.resize(columns: columns, rows: rows)
                    let isResized = screen.wait { $0.text.last?.contains("60 unread") == true }
                    screen.type("q")
                    _ = screen.end()
                    return (isSuspended, isResized)
                }
                #expect(isSuspended && isResized)
            }
        }

        #if os(Linux)
        @Test("The reader reports that no browser could be opened, and keeps its screen")
        func noBrowser() async throws {
            try await Self.with { scene in
                try scene.install("echo NOISE; echo NOISE >&2; exit 3", named: "xdg-open")
                let path = ["PATH": scene.folder.path + ":/usr/bin:/bin"]
                let (isSaid, output) = try await scene.fullScreen("", columns: 120, path) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("o")
                    let isSaid = screen.wait(for: "No browser opened. Open it yourself: http")
                    screen.type("q")
                    _ = screen.end()
                    return (isSaid, screen.output)
                }
                #expect(isSaid && !output.contains("NOISE"))
            }
        }

        @Test("The reader redraws everything with Ctrl-L")
        func redraw() async throws {
            try await Self.with { scene in
                let isRedrawn = try await scene.fullScreen("", columns: 120) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    let count = screen.clearings
                    screen.type("\u{C}")
                    let isRedrawn = screen.wait { $0.clearings > count && $0.text.last?.contains("60 unread") == true }
                    screen.type("q")
                    _ = screen.end()
                    return isRedrawn
                }
                #expect(isRedrawn)
            }
        }
        #endif

        @Test("The reader starts with the list that reader.start names")
        func start() async throws {
            try await Self.with { scene in
                for (name, title) in [("saved", ">Saved"), ("github/octo-sample/harbor", ">octo-sample/harbor")] {
                    for (line, start) in [("read \(name)", "unread"), ("", name)] {
                        try scene.configure("[reader]\nstart = \"\(start)\"\n")
                        let isThere = try await scene.fullScreen(line, columns: 120) { screen in
                            let isThere = screen.wait { $0.text.contains { $0.hasPrefix(title) } }
                            screen.type("q")
                            _ = screen.end()
                            return isThere
                        }
                        #expect(isThere, "freshet \(line), start = \(start)")
                    }
                }
                #expect(try await scene.run("read saved").status(0))
            }
        }

        @Test("The reader reports the number of feeds that couldn't be refreshed")
        func failures() async throws {
            try await Self.with { scene in
                for feed in Self.follows { _ = try await scene.run("unfollow " + feed.prefix { $0 != " " }) }
                _ = try await scene.run("follow octo-sample/harbor")
                scene.control.fail("/", with: .status(500))
                try scene.age(by: 100_000)
                let isSaid = try await scene.fullScreen("", columns: 120) { screen in
                    let isSaid = screen.wait(for: "octo-sample/harbor couldn't be refreshed")
                    screen.type("q")
                    _ = screen.end()
                    return isSaid
                }
                #expect(isSaid)
            }
        }

        @Test("The reader makes no requests with --offline")
        func offline() async throws {
            try await Self.with { scene in
                scene.control.resetLog()
                try scene.age(by: 100_000)
                let isThere = try await scene.fullScreen("--offline", columns: 120) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("r")
                    screen.wait(for: "Not refreshed: --offline makes no requests.")
                    screen.type("/top\r\r")
                    let isThere = screen.wait(for: "Unread · 59 unread")
                    screen.type("q")
                    _ = screen.end()
                    return isThere
                }
                #expect(isThere && scene.control.requests.isEmpty)
                #expect(try await scene.run("--offline --refresh").status(64))
            }
        }

        @Test("The reader has no colors with NO_COLOR, but shows the selection")
        func noColor() async throws {
            try await Self.with { scene in
                let output = try await scene.fullScreen("", columns: 120, ["NO_COLOR": "1"]) { screen in
                    screen.wait(for: "Unread · 60 unread")
                    screen.type("q")
                    _ = screen.end()
                    return screen.output
                }
                #expect(!output.contains(/\u{1B}\[[0-9;]*3[1-6]m/) && output.contains(/\u{1B}\[(0;)?7m/))
            }
        }

        @Test(
            "freshet with an option that the reader lacks prints items",
            arguments: ["--limit 2", "--muted", "read --refresh"])
        func lines(line: String) async throws {
            try await Self.with { scene in
                let text = try await scene.terminal(line) { $0.allOutput() }
                #expect(!text.contains(ScreenRenderer.enter))
                let says = ["--limit 2": "2 of 60 unread", "--muted": "No rule hides anything here."]
                #expect(text.withoutEscapes.contains(says[line] ?? "50 of 60 unread"))
            }
        }

        @Test(
            "freshet on a dumb terminal or with --plain prints lines",
            arguments: [("", ["TERM": "dumb"]), ("--plain", [:]), ("read --plain", [:])] as [(String, [String: String])]
        )
        func plain(line: String, changes: [String: String]) async throws {
            try await Self.with { scene in
                let text = try await scene.terminal(line + " --limit 2", changes) { $0.allOutput() }
                let lines = text.split(separator: "\r\n")
                #expect(lines.count == 3 && lines[0].contains("\t") && !text.contains("\u{1B}"))
                #expect(lines.last == "freshet: 2 of 60 unread")
            }
        }
    }
}

extension FullScreen {
    /// The number of times that the whole screen was erased.
    fileprivate var clearings: Int { output.components(separatedBy: "\u{1B}[2J").count - 1 }

    /// The number of rows that the status line counts: 30 of "1/30".
    fileprivate var listed: Int {
        let words = text.last?.split(separator: " ") ?? []
        return words.lazy.map { $0.split(separator: "/").map { Int($0) } }.first { $0.count == 2 && $0[0] != nil }?[1]
            ?? 0
    }
}

extension ProgramTests {
    @Suite("Lines for scripts")
    struct Scripts {
        @Test("Lines for scripts have the fields that --format names, on a terminal too")
        func format() async throws {
            try await Scene.with { scene in
                let words = scene.words("news --limit 3") + ["--format", "{id}\\t{url}"]
                let run = try await scene.runBare(words)
                #expect(run.lines.count == 3 && run.fields.allSatisfy { $0.count == 2 && $0[1].hasPrefix("https://") })
                let shown = try await scene.terminal(words: words + ["--offline"]) { $0.allOutput() }
                #expect(shown.replacing("\r\n", with: "\n") == run.output)
                #expect(try await scene.run("news --format {nope}").status(64))
                #expect(try await scene.run("news --format {id} --json").status(64))
            }
        }

        @Test("Lines for scripts end in the item's address")
        func addresses() async throws {
            try await Scene.with { scene in
                for line in ["github octo-sample/harbor", "planet wildfires"] {
                    let run = try await scene.run(line)
                    #expect(!run.fields.isEmpty && run.fields.allSatisfy { $0.last?.hasPrefix("https://") == true })
                }
            }
        }

        @Test("Fields of lines for scripts complete in shells", arguments: ["bash", "zsh", "fish"])
        func completion(shell: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(["completion", shell])
                #expect(run.status(0) && run.output.contains("freshet") && run.output.contains("unread"))
                #expect(try await scene.runBare(["completion", "nonsense"]).status(64))
            }
        }
    }
}

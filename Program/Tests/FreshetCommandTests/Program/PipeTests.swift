import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A list in a pipe")
    struct Pipe {
        /// Follows feeds with more unread items than a terminal shows.
        private static func with(_ body: (Scene) async throws -> Void) async throws {
            try await Scene.with { scene in
                for line in [
                    "octo-sample/harbor --folder Code", "octo-sample/busy --folder Code", "news/top",
                    "planet/wildfires",
                ] {
                    _ = try await scene.run("follow " + line)
                }
                try await body(scene)
            }
        }

        private static func unread(_ scene: Scene) async throws -> Int {
            try #require(try await scene.run("unread --limit 1 --json").json["total"] as? Int)
        }

        @Test("A list in a pipe has every item, as lines and as JSON")
        func all() async throws {
            try await Self.with { scene in
                let total = try await Self.unread(scene)
                #expect(total > 50)
                for line in ["", "unread", "unread --format {id}", "search is:unread"] {
                    let run = try await scene.run(line)
                    #expect(run.lines.count == total && run.errors.isEmpty, "\(line)")
                }
                for line in ["unread", "search is:unread"] {
                    let json = try await scene.run(line + " --json").json
                    #expect((json["items"] as? [Any])?.count == total && json["total"] as? Int == total, "\(line)")
                }
                _ = try await scene.run("mark saved --all")
                #expect(try await scene.run("saved").lines.count >= total)
            }
        }

        @Test("A list in a pipe reports the number of items that a limit leaves out on standard error")
        func limited() async throws {
            try await Self.with { scene in
                let total = try await Self.unread(scene)
                let run = try await scene.run("unread --limit 3")
                #expect(run.lines.count == 3 && run.errors == "freshet: 3 of \(total) unread\n")
                #expect(try await scene.run("search is:unread --limit 3").errors == "freshet: 3 of \(total) found\n")
                #expect(try await scene.run("unread --limit 1000").errors.isEmpty)
                let feed = try await scene.run("github octo-sample/busy --offline --limit 2")
                #expect(feed.lines.count == 2 && feed.errors.hasPrefix("freshet: 2 of "))
                let shown = try await scene.terminal("unread") { $0.allOutput() }
                #expect(shown.contains("50 of \(total) unread"))
            }
        }

        @Test("Marking the lines of a list marks every item, and can be undone")
        func marks() async throws {
            try await Self.with { scene in
                let total = try await Self.unread(scene)
                for list in ["unread", "search is:unread"] {
                    let marked = try await scene.shell(
                        "$freshet \(list) --data $data | $freshet mark read - --data $data")
                    #expect(marked.output.hasPrefix("Marked \(total) items as read.\nTo undo: freshet mark --undo "))
                    #expect(try await Self.unread(scene) == 0)
                    let number = try #require(marked.lines.last?.split(separator: " ").last)
                    #expect(try await scene.run("mark --undo \(number)").output == "Undone for \(total) items.\n")
                    #expect(try await Self.unread(scene) == total)
                }
            }
        }

        @Test("A list in a pipe ends when its reader closes it")
        func head() async throws {
            try await Self.with { scene in
                let run = try await scene.shell("{ $freshet unread --data $data; echo $? >&2; } | head -1")
                #expect(run.lines.count == 1 && run.errors == "0\n")
            }
        }
    }

    @Suite("freshet mark --search and --folder")
    struct MarkingSelections {
        @Test("freshet mark --search and --folder mark items as read, unread, saved or unsaved, with an undo")
        func selections() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow octo-sample/harbor --folder Code")
                _ = try await scene.run("follow news/top")
                for option in ["--search in:news/top", "--folder Code"] {
                    let marked = try await scene.run("mark read " + option)
                    #expect(marked.output.hasPrefix("Marked 20 items as read.\nTo undo: freshet mark --undo "))
                    #expect(try await scene.run("unread").lines.count == 20)
                    let number = try #require(marked.lines.last?.split(separator: " ").last)
                    #expect(try await scene.run("mark --undo \(number)").output == "Undone for 20 items.\n")
                    let saved = try await scene.run("mark saved \(option) --json").json
                    let count = try #require(saved["changed"] as? Int)
                    #expect(count >= 20 && saved["undo"] is Int)
                    #expect(try await scene.run("saved").lines.count == count)
                    #expect(try await scene.run("mark unsaved " + option).status(0))
                    #expect(try await scene.run("saved").lines.isEmpty)
                }
                _ = try await scene.run("mark read --all")
                let unread = try await scene.run("mark unread --search in:news/top --json").json["changed"] as? Int
                #expect(try await scene.run("unread").lines.count == unread)
                let none = try await scene.run("mark read --search folder:Nowhere")
                #expect(
                    none.output == "Marked 0 items as read.\n" && none.errors.contains("There is no folder “Nowhere”."))
                let wrong = try await scene.run("mark read --folder Nowhere")
                #expect(wrong.status(64) && wrong.errors.contains("There is no folder “Nowhere”."))
            }
        }
    }
}

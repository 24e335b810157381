import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet stories")
    struct Stories {
        /// Follows stories and a repository, and joins an item of one with one of the other.
        private static func with(_ body: (Scene, _ ids: [String], _ undo: String) async throws -> Void) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                _ = try await scene.run("follow octo-sample/harbor")
                let first = try await scene.run("unread news/top --format {id}").lines
                let second = try await scene.run("unread octo-sample/harbor --format {id}").lines
                let ids = [try #require(first.first), try #require(second.first)]
                let joined = try await scene.run("stories join \(ids.joined(separator: " ")) --json").json
                try await body(scene, ids, try #require(joined["undo"] as? String))
            }
        }

        private func total(_ scene: Scene, _ options: String = "") async throws -> Int? {
            try await scene.run("unread --json \(options)").json["total"] as? Int
        }

        @Test("freshet stories joins items, lists them once with --stories, and one by one without it")
        func lists() async throws {
            try await Self.with { scene, ids, _ in
                let items = try await scene.run("unread --json").json
                let stories = try await scene.run("unread --stories --json").json
                let count = try #require(items["total"] as? Int)
                #expect(items["unreadCount"] as? Int == count)
                #expect(stories["total"] as? Int == count - 1 && stories["unreadCount"] as? Int == count - 1)
                let all = try #require(items["items"] as? [[String: Any]])
                #expect(all.count == count && all.allSatisfy { $0["story"] == nil })
                let rows = try #require(stories["items"] as? [[String: Any]])
                let told = rows.compactMap { $0["story"] as? [String: Any] }
                #expect(told.count == 1 && rows.count { $0["story"] is NSNull } == count - 2)
                #expect(told[0]["sources"] as? Int == 2 && told[0]["newVoices"] as? Int == 0)
                let voices = try #require(told[0]["items"] as? [[String: String]])
                #expect(Set(voices.compactMap { $0["id"] }) == Set(ids))
                #expect(Set(voices.compactMap { $0["feed"] }) == ["news/top", "github/octo-sample/harbor"])

                let lines = try await scene.run("unread --stories").fields
                #expect(lines.count == count - 1 && lines.allSatisfy { $0.count == 6 })
                #expect(lines.map { $0[5] }.filter { !$0.isEmpty } == ["and 1 more"])
                #expect(try await scene.run("unread").fields.allSatisfy { $0.count == 5 })
                let words = try await scene.run("unread --stories --format {story}").lines
                #expect(words.filter { !$0.isEmpty } == ["and 1 more"])
                // Such a line marks the story.
                let marked = try await scene.shell(
                    "$freshet unread --stories --data $data | grep 'and 1 more' | $freshet mark read - --data $data")
                #expect(marked.output.hasPrefix("Marked 2 items as read."))
                #expect(try await total(scene) == count - 2)
            }
        }

        @Test("freshet stories splits and undoes with the command that it prints")
        func undo() async throws {
            try await Self.with { scene, ids, joined in
                let count = try #require(try await total(scene))
                let split = try await scene.run("stories split \(ids[0]) --json").json["undo"] as? String
                #expect(try await total(scene, "--stories") == count)
                let again = try await scene.run("stories split \(ids[0])")
                #expect(again.output == "The items aren't part of a story.\n")
                let undone = try await scene.shell("$freshet stories undo '\(try #require(split))' --data $data")
                #expect(undone.output == "Undone.\n")
                #expect(try await total(scene, "--stories") == count - 1)
                #expect(try await scene.shell("$freshet stories undo '\(joined)' --data $data").status(0))
                #expect(try await total(scene, "--stories") == count)
                let late = try await scene.shell("$freshet stories undo '\(joined)' --data $data")
                #expect(late.status(1) && late.errors.contains("Nothing was undone."))
                #expect(try await scene.run("stories undo 1-2").errors.contains("isn't a change"))
                #expect(try await scene.run("stories join \(ids[0])").errors.contains("Name at least 2 items."))
            }
        }

        @Test("freshet stories turns stories off and on, for all feeds or for those of a folder")
        func settings() async throws {
            try await Self.with { scene, ids, _ in
                let count = try #require(try await total(scene))
                #expect(
                    try await scene.run("stories").output.hasPrefix(
                        "Stories: on. Lists show a story once.\nUnread: never."))
                let renewed = try await scene.run("stories --unread sources --json").json
                #expect(renewed["isOn"] as? Bool == true && renewed["unread"] as? String == "sources")
                #expect(try await scene.run("stories off").output == "Stories: off. Lists show each item.\n")
                let off = try await scene.run("unread --stories --json")
                #expect(try off.json["total"] as? Int == count && off.errors.contains("freshet stories on"))
                #expect(
                    try await scene.run("stories join \(ids.joined(separator: " "))").errors.contains(
                        "Stories are off."))
                #expect(try await scene.run("stories on").output.contains("Unread: sources."))

                _ = try await scene.run("follow news/top --folder Tech")
                let apart = try await scene.run("stories off --folder Tech")
                #expect(apart.output == "1 feed in “Tech” stays apart now.\n")
                #expect(try await total(scene, "--stories") == count)
                let feeds = try await scene.run("following --json").json["feeds"] as? [[String: Any]]
                #expect(feeds?.map { $0["stories"] as? String } == ["apart", "joined"])
                let joined = try await scene.run("follow news/top --stories first")
                #expect(joined.output == "Updated Top stories: stories first.\n")
                #expect(try await total(scene, "--stories") == count - 1)
                #expect(try await scene.run("stories off --folder Nowhere").errors.contains("There is no folder"))
                #expect(try await scene.run("follow news/top --stories never").errors.contains("joined"))

                let file = scene.folder.appending(path: "export.json")
                try Data(try await scene.run("export").output.utf8).write(to: file)
                _ = try await scene.run("unfollow news/top")
                _ = try await scene.run("import \(file.path)")
                let imported = try await scene.run("following --json").json["feeds"] as? [[String: Any]]
                #expect(imported?.contains { $0["stories"] as? String == "first" } == true)
            }
        }
    }
}

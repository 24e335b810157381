import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The option --json")
    struct Documents {
        static let state: Set<String> = [
            "feed", "status", "fetchedAt", "error", "skipped", "items", "unreadCount", "total", "lastVisitAt", "gaps",
            "mutedCount",
        ]
        /// The keys of an item's marks.
        static let marks: Set<String> = ["isUnread", "isSaved", "isHighlighted", "labels", "firstSeenAt"]
        static let events: Set<String> = ["id", "type", "title", "url", "repository", "date", "author"]
        static let categories: Set<String> = ["id", "title", "description", "eventCount", "openCount"]
        static let natural: Set<String> = [
            "id", "title", "url", "date", "closed", "categories", "magnitude", "coordinates", "sources", "withdrawn",
        ]
        static let stories: Set<String> = [
            "id", "type", "title", "url", "author", "score", "comments", "date", "options",
        ]

        @Test(
            "--json has exactly the documented keys",
            arguments: [
                ("github octo-sample/harbor", "github/octo-sample/harbor", events),
                ("github --trending swift", "github/trending/swift", events),
                ("github --repositories", "github/repositories", events), ("planet", "planet", categories),
                ("planet severeStorms", "planet/severeStorms", natural), ("news top", "news/top", stories),
                ("news jobs", "news/jobs", stories),
            ])
        func keys(line: String, feed: String, keys: Set<String>) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line + " --json")
                let json = try run.json
                let items = try #require(json["items"] as? [[String: Any]])
                #expect(run.lines.count == 1 && Set(json.keys) == Self.state)
                #expect(json["feed"] as? String == feed && json["status"] as? String == "fresh")
                #expect(json["error"] is NSNull && json["skipped"] is Int)
                #expect(
                    !items.isEmpty && items.allSatisfy { Set($0.keys).subtracting(["rank"]) == keys.union(Self.marks) })
                let dates = [json["fetchedAt"]] + items.flatMap { [$0["date"], $0["closed"]] }
                for case let date as String in dates {
                    #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
                }
            }
        }

        @Test("--json nests author, magnitude, coordinates and sources as documented")
        func nested() async throws {
            try await Scene.with { scene in
                let events = try await scene.run("github octo-sample/harbor --limit 1 --json").json
                let author = (events["items"] as? [[String: Any]])?.first?["author"] as? [String: Any]
                #expect(author.map { Set($0.keys) } == ["name", "avatarURL"])
                let fires = try await scene.run("planet severeStorms --json").json["items"] as? [[String: Any]] ?? []
                let magnitude = try #require(fires.lazy.compactMap { $0["magnitude"] as? [String: Any] }.first)
                #expect(Set(magnitude.keys) == ["value", "unit"])
                let place = try #require(fires.first?["coordinates"] as? [Double])
                #expect(place.count == 2 && (-180...180).contains(place[0]) && (-90...90).contains(place[1]))
                #expect(fires.first?["sources"] is [[String: Any]])
            }
        }

        @Test("--json has the status “stale”, the error and stored items when the upstream fails")
        func stale() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                try scene.age(by: 11)
                scene.control.fail("/news", with: .status(500))
                let run = try await scene.run("news --limit 3 --refresh --json")
                let json = try run.json
                let error = try #require(json["error"] as? [String: Any])
                #expect(run.status(75) && json["status"] as? String == "stale")
                #expect(Set(error.keys) == ["kind", "message", "retryAt"] && error["kind"] as? String == "status")
                #expect((json["items"] as? [Any])?.count == 3 && json["fetchedAt"] is String)
            }
        }

        @Test("--json has the status “stored” offline, and null for fetchedAt if nothing was ever fetched")
        func offline() async throws {
            try await Scene.with { scene in
                let nothing = try await scene.run("news --offline --json")
                _ = try await scene.run("news --limit 3")
                let something = try await scene.run("news --offline --limit 3 --json")
                #expect(try nothing.status(1) && (nothing.json["fetchedAt"] is NSNull))
                #expect(try something.status(0) && (something.json["status"] as? String == "stored"))
            }
        }

        @Test("--json has the time to retry after a limit")
        func retryAt() async throws {
            try await Scene.with { scene in
                scene.control.fail("/github", with: .rateLimitedPrimary(reset: 900))
                let start = Date()
                let error = try await scene.run("github octo-sample/harbor --json").json["error"] as? [String: Any]
                let date = try Date(#require(error?["retryAt"] as? String), strategy: .iso8601)
                #expect(error?["kind"] as? String == "rateLimited")
                #expect((start + 880...Date() + 960).contains(date))
            }
        }

        @Test("--json numbers the items of a ranked list from 1, and sorts them on request")
        func ranks() async throws {
            try await Scene.with { scene in
                let ranked = try await scene.run("news --limit 20 --json").json["items"] as? [[String: Any]] ?? []
                let ranks = ranked.compactMap { $0["rank"] as? Int }
                #expect(ranks.count == ranked.count && ranks == ranks.sorted() && ranks.first == 1)
                let largest = try await scene.run("news --limit 20 --order points --json").json["items"]
                let scores = (largest as? [[String: Any]] ?? []).compactMap { $0["score"] as? Int }
                #expect(!scores.isEmpty && scores == scores.sorted(by: >))
            }
        }

        @Test("The earlier names of the order by points and of the command for destinations mean the same")
        func earlierNames() async throws {
            try await Scene.with { scene in
                let (named, earlier) = (
                    try await scene.run("news --order points --plain"),
                    try await scene.run("news --order score --plain")
                )
                #expect(named.status(0) && !named.output.isEmpty && earlier.output == named.output)
                #expect(try await scene.run("destinations add exec true").status(0))
                let (listed, aliased) = (
                    try await scene.run("destinations list --json"), try await scene.run("sinks list --json")
                )
                #expect(listed.output.contains("exec") && aliased.output == listed.output)
            }
        }

        @Test(
            "--json of a list of several feeds has the keys of a feed",
            arguments: ["unread", "saved", "unread --muted"])
        func lists(command: String) async throws {
            try await Scene.with { scene in
                let document = try await scene.run("\(command) --json").json
                #expect(Set(document.keys) == Self.state)
                #expect(document["lastVisitAt"] is NSNull && (document["gaps"] as? [Any])?.isEmpty == true)
            }
        }

        @Test("--json marks nothing as read")
        func marksNothing() async throws {
            try await Scene.with { scene in
                let first = try await scene.run("github octo-sample/harbor --json").json
                let second = try await scene.run("github octo-sample/harbor --offline --json").json
                #expect(first["unreadCount"] as? Int == second["unreadCount"] as? Int)
                #expect((second["unreadCount"] as? Int ?? 0) > 0 && second["lastVisitAt"] is NSNull)
            }
        }

        @Test("--json with --watch writes one document a line")
        func watch() async throws {
            try await Scene.with { scene in
                let program = try scene.start("news --limit 3 --watch --json")
                #expect(await eventually { program.outputSoFar.split(separator: "\n").count >= 2 })
                program.send(SIGINT)
                let run = await program.end()
                let states = try run.lines.map { try document($0)["status"] as? String }
                #expect(run.status(130) && states == ["stored", "fresh"])
            }
        }
    }
}

#if os(Linux)
import Foundation
import Glibc
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("Recorded answers", .enabled(if: Recordings.areThere, "the recordings are not beside the package"))
    struct Recorded {
        /// Runs a line against a server that gives these files for paths that begin so.
        private func run(_ line: String, _ files: [(path: String, name: String)], _ scene: Scene) async throws
            -> Finished
        {
            let bodies = try files.map { ($0.path, try Recordings.data($0.name)) }
            return try await run(line, scene) { target in bodies.first { target.hasPrefix($0.0) }?.1 }
        }

        private func run(
            _ line: String, _ scene: Scene, _ answer: @escaping @Sendable (String) -> Data?
        ) async throws -> Finished {
            let server = try ReplayServer(answer)
            defer { server.stop() }
            let addresses = scene.upstreams.variables.map { ($0.name, server.url.absoluteString) }
            return try await scene.run(line, Dictionary(uniqueKeysWithValues: addresses))
        }

        @Test(
            "Recorded events of a repository are shown",
            arguments: [
                ("events_2013_repository", 30), ("events_2019_public_page1", 30),
                ("events_2020_public_unauthenticated", 30), ("events_2023_user_page3_reviews_issues_comments", 30),
                ("events_2026-01_user_push_create_watch_fork", 40), ("events_2026-05_org_issues_watch", 20),
                ("events_2026-06_user_delete_create_pr_push_watch", 30),
            ])
        func events(name: String, count: Int) async throws {
            try await Scene.with { scene in
                let run = try await run("github octo-sample/harbor", [("/repos/", "github/\(name).json")], scene)
                #expect(run.status(0) && run.errors.isEmpty)
                #expect(run.lines.count == count && run.fields.allSatisfy { $0.count == 4 && !$0[1].isEmpty })
            }
        }

        @Test("Recorded public repositories and a recorded search are shown")
        func repositories() async throws {
            try await Scene.with { scene in
                let all = try await run(
                    "github --repositories --limit 100", [("/repositories", "github/repositories_2019_page1.json")],
                    scene)
                #expect(all.status(0) && all.lines.count == 100)
                let trending = try await run(
                    "github --trending swift",
                    [
                        ("/search/", "github/search_repositories_2019_swift_incomplete.json"),
                        ("/repos/", "github/events_2013_repository.json"),
                    ], scene)
                #expect(trending.status(0) && !trending.lines.isEmpty)
                #expect(trending.errors.contains("search timed out"))
            }
        }

        @Test("Recorded answers of EONET are shown: categories with counts, and the events of one")
        func planet() async throws {
            try await Scene.with { scene in
                let files = [
                    ("/categories/wildfires?status=open", "eonet/v3_events_open_2025-11_all.json"),
                    ("/categories/", "eonet/v3_events_2025-09.json"), ("/categories", "eonet/v3_categories_2025.json"),
                ].map { (path: $0.0, name: $0.1) }
                let fires = try await run("planet wildfires --limit 20", files, scene)
                #expect(fires.status(0) && fires.lines.count == 20)
                #expect(fires.fields.allSatisfy { $0.count == 7 && $0[1] == "open" })
                let all = try await run("planet --refresh", files, scene)
                #expect(all.status(0) && all.lines.count == 13)
                #expect(all.fields.first { $0[0] == "wildfires" }?[2] == "5580")
            }
        }

        @Test("Recorded stories of Hacker News are shown, each of five hundred", .timeLimit(.minutes(10)))
        func news() async throws {
            try await Scene.with { scene in
                let list = try Recordings.data("hackernews/items_of_topstories_2019.json")
                let items = try #require(JSONSerialization.jsonObject(with: list) as? [[String: Any]])
                let ids = items.compactMap { $0["id"] as? Int }
                var bodies = ["/topstories.json": Data("\(ids)".utf8)]
                for (id, item) in zip(ids, items) {
                    bodies["/item/\(id).json"] = try JSONSerialization.data(withJSONObject: item)
                }
                let run = try await run("news --limit 500", scene) { [bodies] target in bodies[target] }
                #expect(run.status(0) && run.lines.count == 500 && run.errors.isEmpty)
            }
        }
    }
}
#endif

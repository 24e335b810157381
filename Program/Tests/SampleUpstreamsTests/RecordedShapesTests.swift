import Foundation
import SampleUpstreams
import Testing

/// Where recorded answers of the real APIs lie beside the package, if they do.
private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples")

private let haveSamples = FileManager.default.fileExists(atPath: samples.path)

@Suite(
    "The keys of made-up objects",
    .enabled(if: haveSamples, "no recorded samples beside the package"))
struct RecordedShapesTests {
    @Test("A made-up event has the keys of recorded ones")
    func event() async throws {
        let recorded = try Keys(github(from: "2026"))
        let told = try await events(harbor)
        #expect(recorded.depth(1).isSuperset(of: Keys(told).depth(1)))
        #expect(Keys(told).always.isSuperset(of: recorded.always))
        for part in ["actor", "repo", "org"] {
            #expect(recorded.under(part) == Keys(told).under(part))
        }
    }

    @Test(
        "A payload has the keys of recorded ones since October 2025 at any depth",
        arguments: [
            "PushEvent", "CreateEvent", "DeleteEvent", "WatchEvent", "ForkEvent", "PullRequestEvent", "IssuesEvent",
        ])
    func thin(type: String) async throws {
        let recorded = try Keys(payloads(type, github(from: "2026")))
        let told = Keys(payloads(type, try await events(harbor)))
        // Events about assigning were not recorded; the documentation names their keys.
        let unrecorded: Set<String> = type == "IssuesEvent" ? ["assignee", "assignees"] : []
        #expect(told.unknown(to: recorded).filter { path in !unrecorded.contains { path.hasPrefix($0) } } == [])
        #expect(recorded.always.subtracting(told.ever) == [])
    }

    @Test(
        "A payload has the keys of recorded ones before October 2025 at any depth",
        arguments: [
            "PushEvent", "DeleteEvent", "PullRequestEvent", "PullRequestReviewEvent", "PullRequestReviewCommentEvent",
            "IssuesEvent", "IssueCommentEvent", "CreateEvent", "MemberEvent", "CommitCommentEvent", "GollumEvent",
            "ReleaseEvent",
        ])
    func fat(type: String) async throws {
        let recorded = try Keys(payloads(type, github(from: "2023") + github(from: "2020") + github(from: "single")))
        let told = Keys(payloads(type, try await events(lighthouse)))
        // An issue that is a pull request was recorded in 2013 only.
        #expect(told.unknown(to: recorded).filter { !$0.hasPrefix("issue.pull_request") } == [])
        #expect(recorded.always.subtracting(told.ever) == [])
    }

    @Test("A minimal repository and a search result have the keys of recorded ones")
    func repositories() async throws {
        try await withSample { sample in
            let listed = await sample.get("/github/repositories").list
            let page = try objects("github/repositories_2019_page1.json")
            #expect(Keys(listed).depth(1) == Keys(page).depth(1))
            let found = await sample.get("/github/search/repositories?q=language:swift").object
            let recorded = try document("github/search_repositories_2021.json") as? [String: Any] ?? [:]
            #expect(Set(found.keys) == Set(recorded.keys))
            let missing = Keys(recorded["items"]).depth(1).subtracting(Keys(found["items"]).depth(1))
            #expect(missing == ["permissions"])
        }
    }

    @Test("EONET's envelope, events and positions have the keys of recorded ones")
    func eonet() async throws {
        try await withSample { sample in
            let told = await sample.get("/eonet/api/v3/events?status=all").object
            let recorded = try document("eonet/v3_events_2025-09.json") as? [String: Any] ?? [:]
            #expect(Keys([told]).ever == Keys([recorded]).ever)
            let features = await sample.get("/eonet/api/v3/events/geojson").object
            let collection = try document("eonet/v3_events_geojson_2025-09.json")
            #expect(Keys([features]).ever == Keys([collection]).ever)
        }
    }

    @Test(
        "EONET's other lists have the keys of recorded ones",
        arguments: [
            ("categories", "v3_categories_2025"), ("layers", "v3_layers_2025"), ("magnitudes", "v3_magnitudes_2020"),
            ("sources", "v3_sources_2020_excerpt"),
        ])
    func eonetLists(path: String, file: String) async throws {
        try await withSample { sample in
            let told = await sample.get("/eonet/api/v3/\(path)").object
            let recorded = try document("eonet/\(file).json")
            #expect(Keys([told]).ever == Keys([recorded]).ever)
        }
    }

    @Test("News items of each type, and a user, have the keys of recorded ones")
    func news() async throws {
        var recorded =
            try objects("hackernews/items_of_topstories_2019.json") + objects("hackernews/items_kinds_2024.json")
        for kind in ["story", "ask", "comment", "job", "poll", "pollopt"] {
            recorded.append(try document("hackernews/item_\(kind)_2022.json") as? [String: Any] ?? [:])
        }
        try await withSample { sample in
            var told: [[String: Any]] = []
            let lists = ["newstories", "jobstories", "askstories"]
            for list in lists {
                for id in await sample.get("/news/v0/\(list).json").numbers.prefix(60) {
                    let item = await sample.get("/news/v0/item/\(id).json").object
                    told.append(item)
                    for more in (item["parts"] as? [Int] ?? []) + (item["kids"] as? [Int] ?? []).prefix(2) {
                        told.append(await sample.get("/news/v0/item/\(more).json").object)
                    }
                }
            }
            for type in ["story", "comment", "job", "poll", "pollopt"] {
                let mine = Keys(told.filter { $0["type"] as? String == type })
                let theirs = Keys(recorded.filter { $0["type"] as? String == type })
                // Neither a dead nor a deleted story was recorded; the description of the API has both.
                let extra: Set<String> =
                    type == "story" ? ["dead", "deleted"] : type == "comment" ? ["kids", "dead"] : []
                #expect(mine.ever.subtracting(theirs.ever).subtracting(extra) == [], "\(type)")
                #expect(!mine.ever.isEmpty)
            }
            let name = told.compactMap { $0["by"] as? String }[0]
            let user = await sample.get("/news/v0/user/\(name).json").object
            let shape = Keys([try document("hackernews/user_2022.json")]).ever
            #expect(Keys([user]).ever.isSubset(of: shape) && shape.subtracting(user.keys).isSubset(of: ["about"]))
        }
    }

    private func events(_ path: String) async throws -> [[String: Any]] {
        var events: [[String: Any]] = []
        try await withSample { sample in events = await sample.get(path + "?per_page=100").list }
        return events
    }

    private func document(_ name: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: samples.appendingPathComponent(name)))
    }

    private func objects(_ name: String) throws -> [[String: Any]] {
        try document(name) as? [[String: Any]] ?? []
    }

    /// All recorded events of the files whose names hold this.
    private func github(from part: String) throws -> [[String: Any]] {
        let folder = samples.appendingPathComponent("github")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("event") && $0.contains(part) }
        return try names.flatMap { name -> [[String: Any]] in
            let document = try document("github/" + name)
            return document as? [[String: Any]] ?? [document as? [String: Any] ?? [:]]
        }
    }
}

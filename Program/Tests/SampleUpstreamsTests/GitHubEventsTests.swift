import Foundation
import SampleUpstreams
import Testing

@Suite("GitHub's events") struct GitHubEventsTests {
    @Test("Events come with validators, the poll interval and the rate limit")
    func headers() async throws {
        try await withSample { sample in
            let heard = await sample.get(harbor)
            #expect(heard.status == 200)
            #expect(heard.headers["etag"]?.hasPrefix("W/\"") == true)
            #expect(heard.headers["last-modified"]?.hasSuffix("GMT") == true)
            #expect(heard.headers["x-poll-interval"] == "60")
            #expect(heard.headers["cache-control"] == "public, max-age=60, s-maxage=60")
            #expect(heard.headers["x-ratelimit-limit"] == "60")
            #expect(heard.headers["x-ratelimit-remaining"] == "59")
            #expect(heard.headers["x-ratelimit-used"] == "1")
            #expect(heard.headers["x-ratelimit-resource"] == "core")
            #expect(heard.headers["x-ratelimit-reset"] == String(Int(testStart.timeIntervalSince1970) + 3600))
            #expect(heard.headers["x-github-api-version-selected"] == "2022-11-28")
        }
    }

    @Test("Link leads from page to page to the end, by the repository's id, with each event once")
    func paging() async throws {
        try await withSample { sample in
            var heard = await sample.get(harbor)
            #expect(heard.links["last"]?.contains("/github/repositories/4200001/events?page=") == true)
            #expect(heard.links["prev"] == nil && heard.links["first"] == nil)
            var events = heard.list
            while let next = heard.links["next"] {
                heard = await sample.get(link: next)
                #expect(heard.status == 200)
                events += heard.list
            }
            #expect(events.count == 140)
            #expect(Set(events.map { "\($0["type"] ?? "") \($0["id"] ?? "")" }).count == 140)
            #expect(heard.links["first"] != nil && heard.links["prev"] != nil && heard.links["last"] == nil)
        }
    }

    @Test("Events number at most 300, and 100 a page")
    func atMost() async throws {
        try await withSample { sample in
            let path = "/github/repos/octo-sample/busy/events?per_page=1000"
            let pages = [
                await sample.get(path), await sample.get(path + "&page=3"), await sample.get(path + "&page=4"),
            ]
            #expect(pages.map { $0.list.count } == [100, 100, 0])
            #expect(pages[0].links["last"]?.hasSuffix("?per_page=100&page=3") == true)
        }
    }

    @Test("Events are of every documented type, and of one unknown type, in both shapes")
    func types() async throws {
        try await withSample { sample in
            for path in [harbor, lighthouse] {
                let types = Set(await sample.get(path + "?per_page=100").list.compactMap { $0["type"] as? String })
                #expect(types == documentedTypes.union(["TideEvent"]))
            }
        }
    }

    @Test("Events are reduced, or complete as before October 2025")
    func shapes() async throws {
        try await withSample { sample in
            let thin = await sample.get(harbor + "?per_page=100").list
            let fat = await sample.get(lighthouse + "?per_page=100").list
            #expect(payloads("PushEvent", thin).allSatisfy { $0["commits"] == nil && $0["head"] is String })
            #expect(payloads("PushEvent", fat).allSatisfy { $0["commits"] is [Any] && $0["size"] is Int })
            let titles = { (events: [[String: Any]]) in
                payloads("PullRequestEvent", events).map { ($0["pull_request"] as? [String: Any])?["title"] as? String }
            }
            #expect(titles(thin).allSatisfy { $0 == nil })
            #expect(titles(fat).allSatisfy { $0 != nil })
            #expect(payloads("PullRequestEvent", thin).contains { $0["action"] as? String == "merged" })
            #expect(!payloads("PullRequestEvent", fat).contains { $0["action"] as? String == "merged" })
        }
    }

    @Test("Events have ids in two series that don't grow with time, and one id in both")
    func ids() async throws {
        try await withSample { sample in
            let events = await sample.get(harbor + "?per_page=100").list
            let byDate = events.sorted { ($0["created_at"] as? String ?? "") > ($1["created_at"] as? String ?? "") }
            let ids = byDate.compactMap { ($0["id"] as? String).flatMap(Int.init) }
            #expect(ids.count == 100)
            #expect(ids != ids.sorted(by: >))
            #expect(Set(ids).count < ids.count)
            #expect(events.map { $0["created_at"] as? String } != byDate.map { $0["created_at"] as? String })
        }
    }

    @Test("Events grow with the clock, by more than 300 an hour in a busy repository")
    func growth() async throws {
        try await withSample { sample in
            let path = "/github/repos/octo-sample/busy/events?per_page=100"
            let before = Set(await all(path, sample).map(key))
            sample.control.advance(by: .seconds(3600))
            let after = await all(path, sample).map(key)
            #expect(after.count == 300 && before.isDisjoint(with: after))
        }
    }

    @Test("Some events appear late, below newer ones that were listed before")
    func late() async throws {
        try await withSample { sample in
            var known: [String: String] = [:]
            var lateOnes = 0
            for _ in 0..<15 {
                let newest = known.values.max() ?? "9999"
                let shown = await sample.get(harbor + "?per_page=100").list
                for event in shown where known[key(event)] == nil {
                    let date = event["created_at"] as? String ?? ""
                    if date < newest, newest != "9999" { lateOnes += 1 }
                    known[key(event)] = date
                }
                sample.control.advance(by: .seconds(60))
            }
            #expect(lateOnes > 0)
        }
    }

    @Test("Events end after 30 days")
    func thirtyDays() async throws {
        try await withSample { sample in
            sample.control.advance(by: .seconds(40 * 86400))
            let dates = await all("/github/repos/octo-sample/lighthouse/events?per_page=100", sample)
                .compactMap { $0["created_at"] as? String }
            #expect(dates.count == 300)
            sample.control.advance(by: .seconds(-20 * 86400))
            let oldest = await all(lighthouse + "?per_page=100", sample).compactMap { $0["created_at"] as? String }
                .min()
            #expect((oldest ?? "") > "2026-09-11")
        }
    }

    @Test(
        "Events are none for an empty repository, 404 for an unknown one, and 301 for a renamed one",
        arguments: [
            ("octo-sample/empty", 200), ("octo-sample/nothing", 404), ("octo-sample/renamed", 301),
            ("OCTO-SAMPLE/Harbor", 200),
        ])
    func repositories(name: String, status: Int) async throws {
        try await withSample { sample in
            let heard = await sample.get("/github/repos/\(name)/events?per_page=5")
            #expect(heard.status == status)
            if name.hasSuffix("empty") { #expect(heard.text == "[]" && heard.headers["link"] == nil) }
            if status == 404 { #expect(heard.object["message"] as? String == "Not Found") }
            if status == 301 {
                let there = await sample.get(link: heard.headers["location"] ?? "")
                #expect(there.status == 200 && there.list.count == 5)
            }
        }
    }

    private func all(_ path: String, _ sample: SampleUpstreams) async -> [[String: Any]] {
        var heard = await sample.get(path, ["Authorization": "Bearer fine"])
        var events = heard.list
        while let next = heard.links["next"] {
            heard = await sample.get(link: next, ["Authorization": "Bearer fine"])
            events += heard.list
        }
        return events
    }
}

let documentedTypes: Set<String> = [
    "CommitCommentEvent", "CreateEvent", "DeleteEvent", "DiscussionEvent", "ForkEvent", "GollumEvent",
    "IssueCommentEvent",
    "IssuesEvent", "MemberEvent", "PublicEvent", "PullRequestEvent", "PullRequestReviewCommentEvent",
    "PullRequestReviewEvent", "PushEvent", "ReleaseEvent", "WatchEvent",
]

func payloads(_ type: String, _ events: [[String: Any]]) -> [[String: Any]] {
    events.filter { $0["type"] as? String == type }.compactMap { $0["payload"] as? [String: Any] }
}

func key(_ event: [String: Any]) -> String { "\(event["type"] ?? "") \(event["id"] ?? "")" }

import Catalog
import FeedStore
import Feeds
import Foundation
import FreshetHTTP
import News
import OurPlanet
import SampleUpstreams
import Testing

@Suite("The ledger's report") struct LedgerReportTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func entry(_ feed: String, requester: String = "anonymous", ago: TimeInterval = 10) -> LedgerEntry {
        LedgerEntry(
            endpoint: Endpoint(url: "https://api.example/\(feed)", requester: requester), feed: FeedKey(feed),
            requestedAt: now - ago, outcome: .status(200), nextAllowedAt: now - ago + 60, rule: .pollInterval)
    }

    private func report(_ entries: [LedgerEntry], _ quotas: [Quota] = [], token: String? = nil) throws -> LedgerReport {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // the system's to clear away if it cannot be
        let store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        try store.record(entries, quotas: quotas)
        let now = now
        return try LedgerReport(
            FeedEnvironment(
                catalog: .all, store: store, transport: HTTPClient(configuration: .init(userAgent: "t")),
                tokens: token.map { ["github": $0] } ?? [:], now: { now }))
    }

    @Test(
        "The ledger's report forecasts the requests of watched feeds",
        arguments: [
            (
                1,
                "1 feed refreshed every 60 s needs 60 requests an hour; the limit without a token is 60"
            ),
            (
                12,
                "12 feeds refreshed every 60 s need 720 requests an hour; the limit without a token is 60, so each is refreshed every 12 min"
            ),
        ])
    func forecast(count: Int, sentence: String) throws {
        #expect(try report((0..<count).map { entry("github/o/r\($0)") }).forecast?.sentence == sentence)
    }

    @Test(
        "The ledger's report forecasts with any limit that an upstream or a damaged store gives",
        arguments: [Int.min, -1, 0, Int.max])
    func hugeLimits(limit: Int) throws {
        let quota = Quota(
            key: .init(host: "api.example", resource: "core", requester: "anonymous"), limit: limit, remaining: Int.max,
            resetAt: now + 3600, reportedAt: now)
        let forecast = try #require(try report([entry("github/o/r")], [quota]).forecast)
        #expect((1...1 << 31).contains(forecast.limit) && forecast.interval >= 60)
    }

    @Test("The ledger's report counts only feeds that the same requester refreshed within a day")
    func others() throws {
        let entries = [
            entry("github/o/a"), entry("github/o/b", ago: 90_000), entry("github/o/c", requester: "token-1"),
            entry("news/top"), entry("planet"),
        ]
        #expect(try report(entries).forecast?.feeds == 1)
        #expect(try report([entry("news/top")]).forecast == nil)
        #expect(try report(entries, token: " \n").forecast?.hasToken == false)
    }

    @Test("The ledger's report lists requests and limits for programs, with null for unknown values")
    func json() throws {
        let failed = LedgerEntry(
            endpoint: Endpoint(url: "https://n.example/v0", requester: "anonymous"), feed: FeedKey("news/top"),
            requestedAt: now, outcome: .failure(kind: "timedOut", message: "too long"))
        let quota = Quota(
            key: .init(host: "api.example", resource: "core", requester: "anonymous"), limit: 60, remaining: 58,
            resetAt: now + 3600, reportedAt: now)
        let text = String(decoding: try report([failed, entry("github/o/r", ago: 0)], [quota]).json(), as: UTF8.self)
        let forecast =
            #"{"destinations":[],"forecast":{"feeds":1,"interval":60,"pollInterval":60,"requestsAllowed":60,"requestsNeeded":60,"sentence":"#
            + #""1 feed refreshed every 60 s needs 60 requests an hour; the limit without a token is 60"},"#
        let quotas =
            #""quotas":[{"host":"api.example","limit":60,"remaining":58,"requester":"anonymous","resetAt":"2026-09-21T15:13:20Z","#
            + #""resource":"core","seenAt":"2026-09-21T14:13:20Z"}],"#
        #expect(text.hasPrefix(forecast + quotas))
        #expect(
            text.contains(#""error":null,"feed":"github/o/r","message":null,"nextAllowedAt":"2026-09-21T14:14:20Z""#))
        #expect(text.contains(#""error":"timedOut","feed":"news/top","message":"too long","nextAllowedAt":null"#))
    }

    @Test("The ledger's report has an entry for each requested address, and the rest of the limit")
    func afterLoads() async throws {
        try await Scene.run { scene in
            try await scene.repository().last()
            try await Subject.news(.new, scene.environment()).last(limit: 5)
            let report = try LedgerReport(scene.environment())
            #expect(report.entries.map(\.feed.rawValue) == ["github/octo-sample/harbor", "news/new", "news/new"])
            #expect(report.entries.map(\.requests) == [1, 5, 1])
            #expect(report.quotas.map(\.remaining) == [59])
        }
    }

    @Test("The ledger's report has the quota of a refresh that failed")
    func afterFailure() async throws {
        try await Scene.run { scene in
            scene.control.fail("/github", with: .truncatedJSON)
            let state = try await scene.repository().last()
            #expect(state.freshness.error != nil)
            #expect(try scene.store.quotas(at: .distantFuture).map(\.remaining) == [59])
        }
    }
}

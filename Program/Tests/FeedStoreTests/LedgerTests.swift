import FeedStore
import Foundation
import Testing

@Suite("The ledger")
struct LedgerTests {
    let folder: TemporaryFolder
    let store: SQLiteFeedStore
    let endpoint = Endpoint(url: "https://api.example/repos/octocat/hello/events", requester: "anonymous")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func entry(_ outcome: LedgerEntry.Outcome, on number: Int, eTag: String? = nil) -> LedgerEntry {
        LedgerEntry(endpoint: endpoint, feed: hello, requestedAt: day(number), outcome: outcome, eTag: eTag)
    }

    @Test("gives an entry back as it was recorded, and counts it")
    func roundTrip() throws {
        var entry = LedgerEntry(
            endpoint: endpoint, feed: hello, requestedAt: day(1), outcome: .status(200), eTag: "W/\"a\"",
            lastModified: "Mon, 01 Jan 2026 00:00:00 GMT", nextAllowedAt: day(2), rule: .pollInterval,
            nextPage: "https://api.example/2")
        try store.record([entry], quotas: [])
        entry.countedSince = day(1)
        #expect(try store.ledgerEntry(for: endpoint) == entry)
        #expect(try folder.store().ledger() == [entry])
    }

    @Test("keeps every rule by its name", arguments: PollRule.allCases)
    func rules(rule: PollRule) throws {
        var entry = entry(.failure(kind: "timedOut", message: "30 s"), on: 1)
        entry.rule = rule
        try store.record([entry], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect((read.rule, read.outcome) == (rule, .failure(kind: "timedOut", message: "30 s")))
    }

    @Test("knows nothing of an endpoint that somebody else asked")
    func requesters() throws {
        try store.record([entry(.status(200), on: 1)], quotas: [])
        #expect(try store.ledgerEntry(for: Endpoint(url: endpoint.url, requester: "1a2b")) == nil)
    }

    @Test("counts requests since the first")
    func counts() throws {
        var three = entry(.status(304), on: 3)
        three.requests = 3
        try store.record([entry(.status(200), on: 1), three], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect((read.requests, read.countedSince, read.requestedAt) == (4, day(1), day(3)))
    }

    @Test(
        "keeps validators through what brings no new version",
        arguments: [.status(304), .status(500), .failure(kind: "unreachable", message: "")] as [LedgerEntry.Outcome])
    func validatorsStay(outcome: LedgerEntry.Outcome) throws {
        try store.record([entry(.status(200), on: 1, eTag: "\"a\""), entry(outcome, on: 2)], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect((read.eTag, read.outcome) == ("\"a\"", outcome))
    }

    @Test("drops the validators of a version that was replaced by one without")
    func validatorsGo() throws {
        try store.record([entry(.status(200), on: 1, eTag: "\"a\""), entry(.status(200), on: 2)], quotas: [])
        #expect(try store.ledgerEntry(for: endpoint)?.eTag == nil)
    }

    @Test("is written in the same transaction as what was fetched")
    func together() throws {
        let key = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")
        let quota = Quota(key: key, limit: 60, remaining: 59, resetAt: day(2), seenAt: day(1))
        try store.commit([merge(item("a"))], ledger: [entry(.status(200), on: 1)], quotas: [quota])
        #expect(try store.ids() == ["a"])
        #expect(try store.ledger().count == 1)
        #expect(try store.quotas() == [quota])
    }

    @Test("keeps the newest word on a quota, whatever came in last")
    func quotas() throws {
        let key = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")
        func quota(_ remaining: Int, seen number: Int) -> Quota {
            Quota(key: key, limit: nil, remaining: remaining, resetAt: day(9), seenAt: day(number), rule: .retryAfter)
        }
        try store.record([], quotas: [quota(5, seen: 1), quota(3, seen: 3), quota(4, seen: 2)])
        #expect(try store.quotas() == [quota(3, seen: 3)])
    }
}

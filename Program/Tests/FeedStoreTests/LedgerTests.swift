import FeedStore
import Foundation
import Testing

@Suite("The ledger")
struct LedgerTests {
    let folder: TemporaryFolder
    let store: FeedStore
    let endpoint = Endpoint(url: "https://api.example/repos/octocat/hello/events", requester: "anonymous")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func entry(_ outcome: LedgerEntry.Outcome, on number: Int, eTag: String? = nil) -> LedgerEntry {
        LedgerEntry(endpoint: endpoint, feed: hello, requestedAt: day(number), outcome: outcome, eTag: eTag)
    }

    @Test("The ledger returns an entry as it was recorded, and counts it")
    func roundTrip() throws {
        var entry = LedgerEntry(
            endpoint: endpoint, feed: hello, requestedAt: day(1), outcome: .status(200), eTag: "W/\"a\"",
            lastModified: "Mon, 01 Jan 2026 00:00:00 GMT", nextAllowedAt: day(2), rule: .pollInterval,
            nextPage: "https://api.example/2")
        try store.record([entry], quotas: [])
        (entry.countedSince, entry.receivedAt) = (day(1), day(1))
        #expect(try store.ledgerEntry(for: endpoint) == entry)
        #expect(try folder.store().ledger() == [entry])
    }

    @Test("The ledger keeps every rule by its name", arguments: PollRule.allCases)
    func rules(rule: PollRule) throws {
        var entry = entry(.failure(kind: "timedOut", message: "30 s"), on: 1)
        entry.rule = rule
        try store.record([entry], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect((read.rule, read.outcome) == (rule, .failure(kind: "timedOut", message: "30 s")))
    }

    @Test("The ledger can be read for one feed, or for one upstream since a date")
    func scopes() throws {
        func entry(_ feed: String, on number: Int) -> LedgerEntry {
            let endpoint = Endpoint(url: "https://api.example/\(feed)/\(number)", requester: "anonymous")
            return LedgerEntry(
                endpoint: endpoint, feed: FeedKey(feed), requestedAt: day(number), outcome: .status(200))
        }
        let feeds = [("github/a/b", 1), ("github/a/b", 3), ("github/a/b2", 3), ("github", 4), ("githubs/a", 4)]
        try store.record(feeds.map { entry($0, on: $1) }, quotas: [])
        func read(_ scope: LedgerScope) throws -> [String] {
            try store.ledger(scope).map { String($0.endpoint.url.dropFirst(20)) }.sorted()
        }
        #expect(try read(.feed(FeedKey("github/a/b"))) == ["github/a/b/1", "github/a/b/3"])
        let since = LedgerScope.upstream("github", since: day(3))
        #expect(try read(since) == ["github/4", "github/a/b/3", "github/a/b2/3"])
        #expect(try read(.all).count == 5)
    }

    @Test("The ledger has no entry of an endpoint that another requester used")
    func requesters() throws {
        try store.record([entry(.status(200), on: 1)], quotas: [])
        #expect(try store.ledgerEntry(for: Endpoint(url: endpoint.url, requester: "1a2b")) == nil)
    }

    @Test("The ledger returns nothing of another feed's last response, even if this feed's request failed")
    func otherFeed() throws {
        try store.record([entry(.status(200), on: 1, eTag: "\"a\"")], quotas: [])
        var other = entry(.failure(kind: "timedOut", message: "late"), on: 2)
        other.feed = top
        try store.record([other], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect(read.feed == top && read.eTag == nil && read.lastModified == nil && read.receivedAt == nil)
    }

    @Test("The ledger counts requests since the first")
    func counts() throws {
        var three = entry(.status(304), on: 3)
        three.requests = 3
        try store.record([entry(.status(200), on: 1), three], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect((read.requests, read.countedSince, read.requestedAt) == (4, day(1), day(3)))
    }

    @Test(
        "The ledger keeps validators after outcomes without a new version",
        arguments: [.status(304), .status(500), .failure(kind: "unreachable", message: "")] as [LedgerEntry.Outcome])
    func validatorsStay(outcome: LedgerEntry.Outcome) throws {
        try store.record([entry(.status(200), on: 1, eTag: "\"a\""), entry(outcome, on: 2)], quotas: [])
        let read = try #require(try store.ledgerEntry(for: endpoint))
        #expect((read.eTag, read.outcome) == ("\"a\"", outcome))
    }

    @Test("The ledger drops validators when a new version has none")
    func validatorsGo() throws {
        try store.record([entry(.status(200), on: 1, eTag: "\"a\""), entry(.status(200), on: 2)], quotas: [])
        #expect(try store.ledgerEntry(for: endpoint)?.eTag == nil)
    }

    @Test("The ledger is written in the transaction of the fetched items")
    func together() throws {
        let key = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")
        let quota = Quota(key: key, limit: 60, remaining: 59, resetAt: day(2), reportedAt: day(1))
        try store.commit([merge(item("a"))], ledger: [entry(.status(200), on: 1)], quotas: [quota])
        #expect(try store.ids() == ["a"])
        #expect(try store.ledger().count == 1)
        #expect(try store.quotas(at: .distantFuture) == [quota])
    }

    @Test("The ledger keeps the newest report of a quota, in any order of recording")
    func quotas() throws {
        let key = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")
        func quota(_ remaining: Int, seen number: Int) -> Quota {
            Quota(
                key: key, limit: nil, remaining: remaining, resetAt: day(9), reportedAt: day(number), rule: .retryAfter)
        }
        try store.record([], quotas: [quota(5, seen: 1), quota(3, seen: 3), quota(4, seen: 2)])
        #expect(try store.quotas(at: .distantFuture) == [quota(3, seen: 3)])
    }

    @Test(
        "The ledger forgets the waits and quotas of a host, but not those of its other ports",
        arguments: [
            ("api.example", true, true), ("API.example:443", true, true), ("api.example:8080", true, false),
            ("example", false, false), ("other.example", false, false),
        ])
    func forget(host: String, isKnown: Bool, isMain: Bool) throws {
        let urls = ["https://api.example/repos/octocat/hello/events", "http://me@API.example:8080?x", "no address"]
        let hosts = ["api.example", "api.example:8080"]
        let entries = urls.map { url in
            LedgerEntry(
                endpoint: Endpoint(url: url, requester: "anonymous"), feed: hello, requestedAt: day(1),
                outcome: .status(429), eTag: "\"a\"", nextAllowedAt: day(9), rule: .retryAfter)
        }
        let quotas = hosts.map { host in
            let key = Quota.Key(host: host, resource: "core", requester: "anonymous")
            return Quota(key: key, limit: 60, remaining: 0, resetAt: day(2), reportedAt: day(1))
        }
        try store.record(entries, quotas: quotas)
        #expect(try store.forget(host: host) == isKnown)
        let waiting = try store.ledger().filter { $0.nextAllowedAt != nil }.map(\.endpoint.url)
        let left = isKnown ? urls.filter { $0 != urls[isMain ? 0 : 1] } : urls
        #expect(waiting.sorted() == left.sorted())
        #expect(try store.quotas(at: .distantFuture).map(\.key.host) == (isKnown ? [hosts[isMain ? 1 : 0]] : hosts))
        #expect(try store.ledger().allSatisfy { $0.eTag != nil })
        let claim = try store.claim(
            endpoint, now: day(1, seconds: 60), lease: 15, respecting: [quotas[0].key], urgency: .scheduled)
        if case .granted = claim { #expect(isKnown && isMain) } else { #expect(!isKnown || !isMain) }
    }

    @Test("The ledger skips an entry with an unknown rule, reports it once, and keeps the rest")
    func unknownRule() throws {
        var other = entry(.status(200), on: 1)
        other.endpoint = Endpoint(url: "https://other.example/", requester: "anonymous")
        let key = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")
        let quota = Quota(key: key, limit: 60, remaining: 0, resetAt: day(2), reportedAt: day(1))
        try store.commit([merge(item("a"))], ledger: [entry(.status(200), on: 1), other], quotas: [quota])
        try folder.execute("UPDATE ledger SET rule = 'moon' WHERE url LIKE '%octocat%'; UPDATE quota SET rule = 'moon'")
        #expect(try store.ledger().map(\.endpoint) == [other.endpoint])
        #expect(try store.ledgerEntry(for: endpoint) == nil && store.quotas(at: .distantFuture).isEmpty)
        let claim = try store.claim(endpoint, now: day(1), lease: 15, respecting: [key], urgency: .scheduled)
        guard case .granted = claim else {
            Issue.record("not granted")
            return
        }
        #expect(try store.ids() == ["a"])
        #expect(store.notices.count == 2)
        #expect(store.notices.allSatisfy { $0.description.contains("were skipped") })
        try store.record([entry(.status(200), on: 2)], quotas: [])
        #expect(try store.ledger().count == 2)
    }
}

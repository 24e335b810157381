import FeedStore
import Foundation
import Testing

@Suite("A claim")
struct ClaimTests {
    let folder: TemporaryFolder
    let store: SQLiteFeedStore
    let endpoint = Endpoint(url: "https://api.example/events", requester: "anonymous")
    let core = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func record(next: Date?, _ rule: PollRule?, at date: Date = day(1)) throws {
        let entry = LedgerEntry(
            endpoint: endpoint, feed: hello, requestedAt: date, outcome: .status(200), eTag: "\"a\"",
            nextAllowedAt: next, rule: rule)
        try store.record([entry], quotas: [])
    }

    private func claim(
        at now: Date, insisting: Bool = false, respecting quotas: [Quota.Key] = []
    ) throws -> Claim {
        try store.claim(endpoint, now: now, lease: 30, respecting: quotas, insisting: insisting)
    }

    private func isGranted(_ claim: Claim) -> Bool {
        if case .granted = claim { true } else { false }
    }

    @Test("of an endpoint never asked is granted, without validators")
    func first() throws {
        let until = day(1, seconds: 30)
        #expect(try claim(at: day(1)) == .granted(Grant(endpoint: endpoint, until: until, previous: nil)))
    }

    @Test("that is due is granted, with what the last request left")
    func due() throws {
        try record(next: day(1, seconds: 60), .pollInterval)
        guard case .granted(let grant) = try claim(at: day(1, seconds: 60)) else {
            Issue.record("not granted")
            return
        }
        #expect(grant.previous?.eTag == "\"a\"")
    }

    @Test("that is early is refused, by the rule", arguments: PollRule.allCases)
    func early(rule: PollRule) throws {
        try record(next: day(1, seconds: 60), rule)
        #expect(try claim(at: day(1, seconds: 59)) == .notBefore(day(1, seconds: 60), rule))
    }

    @Test("that insists passes over manners, never over a limit", arguments: PollRule.allCases)
    func insisting(rule: PollRule) throws {
        try record(next: day(1, seconds: 60), rule)
        #expect(isGranted(try claim(at: day(1, seconds: 59), insisting: true)) == !rule.isLimit)
    }

    @Test("is held back by a used-up quota until its reset, insisting or not", arguments: [true, false])
    func quota(insisting: Bool) throws {
        let quota = Quota(key: core, limit: 60, remaining: 0, resetAt: day(2), seenAt: day(1))
        try store.record([], quotas: [quota])
        let refused = try claim(at: day(1, seconds: 5), insisting: insisting, respecting: [core])
        #expect(refused == .notBefore(day(2), .rateLimitReset))
        #expect(isGranted(try claim(at: day(2), insisting: insisting, respecting: [core])))
    }

    @Test("minds only the quotas that it names, and only when nothing is left")
    func otherQuotas() throws {
        let search = Quota.Key(host: "api.example", resource: "search", requester: "anonymous")
        try store.record(
            [],
            quotas: [
                Quota(key: search, limit: 10, remaining: 0, resetAt: day(2), seenAt: day(1)),
                Quota(key: core, limit: 60, remaining: 1, resetAt: day(2), seenAt: day(1)),
            ])
        #expect(isGranted(try claim(at: day(1), respecting: [core])))
    }

    @Test("names the rule that forbids longest")
    func longest() throws {
        try record(next: day(1, seconds: 60), .pollInterval)
        let quota = Quota(key: core, limit: nil, remaining: 0, resetAt: day(3), seenAt: day(1), rule: .retryAfter)
        try store.record([], quotas: [quota])
        #expect(try claim(at: day(1, seconds: 1), respecting: [core]) == .notBefore(day(3), .retryAfter))
    }

    @Test("excludes every other until it is recorded, even one that insists")
    func lease() throws {
        #expect(isGranted(try claim(at: day(1))))
        #expect(try claim(at: day(1, seconds: 1), insisting: true) == .leased(until: day(1, seconds: 30)))
        try record(next: nil, nil, at: day(1, seconds: 2))
        #expect(isGranted(try claim(at: day(1, seconds: 3))))
    }

    @Test("ends by itself when its holder is gone")
    func expired() throws {
        #expect(isGranted(try claim(at: day(1))))
        #expect(isGranted(try claim(at: day(1, seconds: 30))))
    }

    @Test("can be given back unused")
    func released() throws {
        guard case .granted(let grant) = try claim(at: day(1)) else {
            Issue.record("not granted")
            return
        }
        try store.release(grant)
        #expect(isGranted(try claim(at: day(1, seconds: 1))))
        try store.release(grant)
        #expect(try claim(at: day(1, seconds: 2)) == .leased(until: day(1, seconds: 31)))
    }

    @Test("is not held back for years by what a wrong clock wrote")
    func wrongClock() throws {
        try record(next: day(3_001), .retryAfter, at: day(3_000))
        let quota = Quota(key: core, limit: 60, remaining: 0, resetAt: day(3_001), seenAt: day(3_000))
        try store.record([], quotas: [quota])
        #expect(isGranted(try claim(at: day(3_000), respecting: [])) == false)
        #expect(isGranted(try claim(at: day(1), respecting: [core])))
    }

    @Test("of one requester says nothing to another")
    func requesters() throws {
        #expect(isGranted(try claim(at: day(1))))
        let other = Endpoint(url: endpoint.url, requester: "1a2b")
        #expect(isGranted(try store.claim(other, now: day(1), lease: 30, respecting: [], insisting: false)))
    }
}

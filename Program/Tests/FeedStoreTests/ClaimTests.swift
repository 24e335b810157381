import FeedStore
import Foundation
import Testing

@Suite("A claim")
struct ClaimTests {
    let folder: TemporaryFolder
    let store: FeedStore
    let endpoint = Endpoint(url: "https://api.example/events", requester: "anonymous")
    let core = Quota.Key(host: "api.example", resource: "core", requester: "anonymous")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func record(
        next: Date?, _ rule: PollRule?, at date: Date = day(1), leasedUntil: Date? = nil
    ) throws {
        let entry = LedgerEntry(
            endpoint: endpoint, feed: hello, requestedAt: date, outcome: .status(200), eTag: "\"a\"",
            nextAllowedAt: next, rule: rule, leasedUntil: leasedUntil)
        try store.record([entry], quotas: [])
    }

    private func claim(
        at now: Date, urgency: Urgency = .scheduled, respecting quotas: [Quota.Key] = []
    ) throws -> Claim {
        try store.claim(endpoint, now: now, lease: 30, respecting: quotas, urgency: urgency)
    }

    private func isGranted(_ claim: Claim) -> Bool {
        if case .granted = claim { true } else { false }
    }

    @Test("A claim of an endpoint without requests is granted, without validators")
    func first() throws {
        let until = day(1, seconds: 30)
        #expect(try claim(at: day(1)) == .granted(Grant(endpoint: endpoint, until: until, previous: nil)))
    }

    @Test("A claim that is due is granted, with the last request")
    func due() throws {
        try record(next: day(1, seconds: 60), .pollInterval)
        guard case .granted(let grant) = try claim(at: day(1, seconds: 60)) else {
            Issue.record("not granted")
            return
        }
        #expect(grant.previous?.eTag == "\"a\"")
    }

    @Test("A claim that is early is refused by the rule", arguments: PollRule.allCases)
    func early(rule: PollRule) throws {
        try record(next: day(1, seconds: 60), rule)
        #expect(try claim(at: day(1, seconds: 59)) == .notBefore(day(1, seconds: 60), rule))
    }

    @Test("A claim that insists ignores intervals, and limits only after an hour", arguments: PollRule.allCases)
    func forced(rule: PollRule) throws {
        try record(next: day(2), rule)
        #expect(isGranted(try claim(at: day(1, seconds: 3_599), urgency: .forced)) == !rule.isLimit)
        try record(next: day(2), rule)
        #expect(isGranted(try claim(at: day(1, seconds: 3_630), urgency: .forced)))
        #expect(try claim(at: day(1, seconds: 3_661)) == .notBefore(day(2), rule))
    }

    @Test("A claim that insists is refused within ten seconds of the last request")
    func forcedTwice() throws {
        try record(next: day(1, seconds: 60), .pollInterval)
        let refused = Claim.notBefore(day(1, seconds: 10), .spacing)
        #expect(try claim(at: day(1), urgency: .forced) == refused)
        #expect(try claim(at: day(1, seconds: 9), urgency: .forced) == refused)
        #expect(isGranted(try claim(at: day(1, seconds: 10), urgency: .forced)))
        try record(next: nil, nil, at: day(2))
        #expect(try claim(at: day(2, seconds: 1), urgency: .forced) == .notBefore(day(2, seconds: 10), .spacing))
        try record(next: day(4), .retryAfter, at: day(3))
        #expect(try claim(at: day(3, seconds: 1), urgency: .forced) == .notBefore(day(4), .retryAfter))
    }

    @Test("A claim waits at most a day, even if the upstream asks for more", arguments: [true, false])
    func longestWait(byQuota: Bool) throws {
        if byQuota {
            let quota = Quota(key: core, limit: 60, remaining: 0, resetAt: .distantFuture, reportedAt: day(1))
            try store.record([], quotas: [quota])
        } else {
            try record(next: day(366), .retryAfter)
        }
        let rule: PollRule = byQuota ? .rateLimitReset : .retryAfter
        #expect(try claim(at: day(1, seconds: 60), respecting: [core]) == .notBefore(day(2), rule))
        #expect(isGranted(try claim(at: day(2), respecting: [core])))
    }

    @Test("A required claim ignores all waits except limits", arguments: PollRule.allCases)
    func required(rule: PollRule) throws {
        for seconds in [0, 1, 3_700] {
            try record(next: day(2), rule)
            let answer = try claim(at: day(1, seconds: seconds), urgency: .required)
            #expect(isGranted(answer) == !rule.isLimit)
            if case .granted(let grant) = answer { try store.release(grant) }
        }
    }

    @Test("A claim is held back by a used-up quota until its reset, forced during the first hour only")
    func quota() throws {
        let quota = Quota(key: core, limit: 60, remaining: 0, resetAt: day(2), reportedAt: day(1))
        try store.record([], quotas: [quota])
        let refused = Claim.notBefore(day(2), .rateLimitReset)
        #expect(try claim(at: day(1, seconds: 5), urgency: .forced, respecting: [core]) == refused)
        #expect(try claim(at: day(1, seconds: 3_700), respecting: [core]) == refused)
        #expect(isGranted(try claim(at: day(1, seconds: 3_700), urgency: .forced, respecting: [core])))
        #expect(isGranted(try claim(at: day(2), respecting: [core])))
    }

    @Test("A claim obeys only the quotas that it names, and only when nothing is left")
    func otherQuotas() throws {
        let search = Quota.Key(host: "api.example", resource: "search", requester: "anonymous")
        try store.record(
            [],
            quotas: [
                Quota(key: search, limit: 10, remaining: 0, resetAt: day(2), reportedAt: day(1)),
                Quota(key: core, limit: 60, remaining: 1, resetAt: day(2), reportedAt: day(1)),
            ])
        #expect(isGranted(try claim(at: day(1), respecting: [core])))
    }

    @Test("A claim names the rule that forbids longest")
    func longest() throws {
        try record(next: day(1, seconds: 60), .pollInterval)
        let reset = day(1, seconds: 600)
        let quota = Quota(key: core, limit: nil, remaining: 0, resetAt: reset, reportedAt: day(1), rule: .retryAfter)
        try store.record([], quotas: [quota])
        #expect(try claim(at: day(1, seconds: 1), respecting: [core]) == .notBefore(reset, .retryAfter))
    }

    @Test("A claim excludes every other until it is recorded, even a forced one")
    func lease() throws {
        #expect(isGranted(try claim(at: day(1))))
        #expect(try claim(at: day(1, seconds: 1), urgency: .forced) == .leased(until: day(1, seconds: 30)))
        try record(next: nil, nil, at: day(1, seconds: 2), leasedUntil: day(1, seconds: 30))
        #expect(isGranted(try claim(at: day(1, seconds: 3))))
    }

    @Test("A claim stays with the process that took it while its former holder slept")
    func slept() throws {
        #expect(isGranted(try claim(at: day(1))))
        #expect(isGranted(try claim(at: day(1, seconds: 31))))
        try record(next: nil, nil, at: day(1, seconds: 32), leasedUntil: day(1, seconds: 30))
        #expect(try claim(at: day(1, seconds: 33)) == .leased(until: day(1, seconds: 61)))
    }

    @Test("A claim ends by itself when its holder is gone")
    func expired() throws {
        #expect(isGranted(try claim(at: day(1))))
        #expect(isGranted(try claim(at: day(1, seconds: 30))))
    }

    @Test("A claim can be released unused")
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

    @Test("A claim isn't held back by times recorded while a clock was ahead")
    func wrongClock() throws {
        try record(next: day(3_001), .retryAfter, at: day(3_000))
        let quota = Quota(key: core, limit: 60, remaining: 0, resetAt: day(3_001), reportedAt: day(3_000))
        try store.record([], quotas: [quota])
        #expect(isGranted(try claim(at: day(3_000), respecting: [])) == false)
        #expect(try store.quotas(at: day(1)).isEmpty && store.quotas(at: day(3_000)) == [quota])
        #expect(isGranted(try claim(at: day(1), urgency: .forced, respecting: [core])))
        let newer = Quota(key: core, limit: 60, remaining: 5, resetAt: day(2), reportedAt: day(1))
        try store.record([], quotas: [newer])
        #expect(try store.quotas(at: day(1)) == [newer])
    }

    @Test("A claim counts a request less than a minute in the future as made at the current time")
    func clocksApart() throws {
        try record(next: day(9), .retryAfter, at: day(1, seconds: 50))
        #expect(try claim(at: day(1)) == .notBefore(day(2), .retryAfter))
        #expect(try claim(at: day(1), urgency: .forced) == .notBefore(day(2), .retryAfter))
        try record(next: nil, nil, at: day(1, seconds: 50))
        #expect(try claim(at: day(1), urgency: .forced) == .notBefore(day(1, seconds: 10), .spacing))
    }

    @Test("A claim can be renewed until another process has taken it")
    func renewed() throws {
        guard case .granted(let grant) = try claim(at: day(1)) else {
            Issue.record("not granted")
            return
        }
        let renewed = try #require(try store.renew(grant, now: day(1, seconds: 20), lease: 15))
        #expect(renewed.until == day(1, seconds: 35) && renewed.endpoint == endpoint)
        #expect(try claim(at: day(1, seconds: 31)) == .leased(until: day(1, seconds: 35)))
        #expect(try store.renew(grant, now: day(1, seconds: 32), lease: 15) == nil)
        let late = try #require(try store.renew(renewed, now: day(1, seconds: 40), lease: 15))
        #expect(isGranted(try claim(at: day(1, seconds: 60))))
        #expect(try store.renew(late, now: day(1, seconds: 61), lease: 15) == nil)
    }

    @Test("A claim can't be renewed once its request is recorded")
    func recorded() throws {
        guard case .granted(let grant) = try claim(at: day(1)) else {
            Issue.record("not granted")
            return
        }
        try record(next: nil, nil, at: day(1, seconds: 2), leasedUntil: grant.until)
        #expect(try store.renew(grant, now: day(1, seconds: 3), lease: 15) == nil)
        #expect(isGranted(try claim(at: day(1, seconds: 3))))
    }

    @Test("A claim of one requester doesn't affect another")
    func requesters() throws {
        #expect(isGranted(try claim(at: day(1))))
        let other = Endpoint(url: endpoint.url, requester: "1a2b")
        #expect(isGranted(try store.claim(other, now: day(1), lease: 30, respecting: [], urgency: .scheduled)))
    }
}

import FeedStore
import Foundation
import Testing

@Suite("The interval of a feed with several followers")
struct FeedIntervalTests {
    private func seconds(_ followers: FollowSettings.PollInterval?..., default standard: Double = 3600) -> Double? {
        FeedInterval(followers).seconds(default: standard)
    }

    @Test("The interval of a shared feed is the shortest of those chosen, or a shorter default")
    func shortest() {
        #expect(seconds(.seconds(900), .seconds(7200), .never) == 900)
        #expect(seconds(.seconds(900), nil) == 900 && seconds(.seconds(7200), nil) == nil)
        #expect(seconds() == nil && seconds(nil) == nil && seconds(.never, nil) == nil)
        #expect(seconds(.seconds(7200)) == 7200)
    }

    @Test("A shared feed is never refreshed only if all followers refresh it on request")
    func never() {
        #expect(FeedInterval([.never, .never]).isNever)
        #expect(!FeedInterval([.never, nil]).isNever && !FeedInterval([.never, .seconds(60)]).isNever)
        #expect(!FeedInterval([]).isNever)
    }

    @Test("A changed interval of a shared feed applies to the next poll")
    func spacing() throws {
        let folder = try TemporaryFolder()
        let first = try folder.store()
        let second = first.of(try #require(try first.addAccount(named: "second", at: day(0))).id)
        let endpoint = Endpoint(url: "https://a.example/", requester: "anonymous")
        var entry = LedgerEntry(endpoint: endpoint, feed: top, requestedAt: day(1), outcome: .status(200))
        (entry.nextAllowedAt, entry.rule) = (day(1, seconds: 3600), .spacing)
        try first.record([entry], quotas: [])
        func next() throws -> Date? { try first.ledgerEntry(for: endpoint)?.nextAllowedAt }
        try first.follow(top, path: "news/top", FollowSettings(interval: .seconds(7200)), at: day(1))
        #expect(try next() == day(1, seconds: 7200))
        try second.follow(top, path: "news/top", FollowSettings(interval: .seconds(1800)), at: day(1))
        #expect(try next() == day(1, seconds: 1800) && first.interval(of: top) == second.interval(of: top))
        try second.follow(top, path: "news/top", FollowSettings(interval: .seconds(9000)), at: day(1))
        #expect(try next() == day(1, seconds: 7200))
    }
}

import FeedStore
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import Synchronization
import Testing

@testable import Feeds

@Suite("The schedule of followed feeds") struct FollowedPollsTests {
    private let scene: VirtualScene
    private let environment: FeedEnvironment

    init() throws {
        scene = try VirtualScene()
        environment = scene.environment(token: "t")
    }

    private func feed(_ name: String) -> Feed { Feed(RepositoryFeed(RepositoryName("o/\(name)")!)) }

    private func site(_ number: Int) -> Feed {
        environment.catalog.feed(pasted: "https://site\(number).example/feed.xml")!
    }

    private func accounts(_ count: Int) throws -> [FeedEnvironment] {
        try (0..<count).map { number in
            let account = try #require(try environment.store.addAccount(named: "a\(number)", at: scene.now))
            return environment.of(account.id)
        }
    }

    @Test("The schedule polls a feed once for all of its followers")
    func shared() throws {
        for account in try accounts(50) { try account.follow(feed("r")) }
        let polls = FollowedPolls(environment)
        polls.start()
        scene.advance(to: 59)
        #expect(scene.asked == [0] && polls.count == 1)
        scene.advance(to: 62)
        #expect(scene.asked.count == 2)
        polls.stop()
    }

    @Test("The schedule applies a new interval from the last poll on")
    func interval() throws {
        try environment.follow(feed("r"), FollowSettings(interval: .seconds(3600)))
        let polls = FollowedPolls(environment)
        polls.start()
        scene.advance(to: 100)
        #expect(scene.asked == [0])
        try environment.follow(feed("r"), FollowSettings(interval: .seconds(600)))
        var changes = StoreChanges()
        changes.accounts = [environment.store.account]
        polls.apply(changes)
        scene.advance(to: 590)
        #expect(scene.asked == [0])
        scene.advance(to: 620)
        #expect(scene.asked.count == 2)
        polls.stop()
    }

    @Test(
        "The schedule omits a feed that all followers refresh on request, until one of them doesn't"
    )
    func never() throws {
        let others = try accounts(1)
        try environment.follow(feed("r"), FollowSettings(interval: .never))
        let polls = FollowedPolls(environment)
        polls.start()
        scene.advance(to: 10)
        #expect(scene.asked.isEmpty && !polls.refresh(feed("r").key))
        try others[0].follow(feed("r"))
        var changes = StoreChanges()
        changes.accounts = [others[0].store.account]
        polls.apply(changes)
        scene.advance(to: 12)
        #expect(scene.asked.count == 1)
        scene.advance(to: 30)
        #expect(polls.refresh(feed("r").key))
        scene.advance(to: 31)
        #expect(scene.asked.count == 2)
        polls.stop()
    }

    @Test("The schedule leaves a feed that a client looks at to its watch")
    func watched() throws {
        try environment.follow(feed("r"))
        let isWatched = Mutex(true)
        let polls = FollowedPolls(environment, isWatched: { _ in isWatched.withLock { $0 } })
        polls.start()
        scene.advance(to: 200)
        #expect(scene.asked.isEmpty)
        isWatched.withLock { $0 = false }
        scene.advance(to: 270)
        #expect(scene.asked.count >= 1)
        polls.stop()
    }

    @Test("The schedule looks at few feeds at a time, and at all of them in the end")
    func bounded() throws {
        scene.setLatency(5)
        for number in 0..<20 { try environment.follow(site(number)) }
        let polls = FollowedPolls(environment)
        polls.start()
        scene.advance(to: 4)
        #expect(scene.asked.count == FollowedPolls.maximumLoads)
        scene.advance(to: 14)
        #expect(Set(scene.asked).count == 3 && scene.mostInFlight == FollowedPolls.maximumLoads)
        polls.stop()
    }

    @Test("The schedule cancels its requests when it is stopped, and makes no more")
    func stopped() throws {
        scene.answer { _ in .nothing }
        for number in 0..<20 { try environment.follow(site(number)) }
        let polls = FollowedPolls(environment)
        polls.start()
        scene.advance(to: 1)
        polls.stop()
        #expect(scene.cancelled == FollowedPolls.maximumLoads)
        scene.advance(to: 100)
        #expect(scene.asked.count == FollowedPolls.maximumLoads)
        #expect(
            try environment.store.claim(
                Endpoint(url: "https://site0.example/feed.xml", requester: "anonymous"), now: scene.now, lease: 15,
                respecting: [], urgency: .scheduled
            ).isGranted)
    }

    @Test("The schedule keeps the remaining waits when a clock that was ahead is corrected")
    func corrected() {
        var queue = DueQueue<Int>()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        queue.set(start + 86_460, for: 1)
        queue.move(by: -86_400)
        #expect(queue.earliest() == start + 60)
    }

    @Test("The queue of due feeds takes keys by their latest dates")
    func queue() {
        var queue = DueQueue<Int>()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        for key in 0..<500 { queue.set(start + Double((key * 7919) % 503), for: key) }
        for key in 0..<500 where key % 3 == 0 { queue.set(start + Double((key * 31) % 997), for: key) }
        for key in 0..<500 where key % 10 == 1 { queue.set(nil, for: key) }
        let expected = (0..<500).filter { $0 % 10 != 1 }.map { key in
            key % 3 == 0 ? (key * 31) % 997 : (key * 7919) % 503
        }.sorted()
        var taken: [Int] = []
        while let date = queue.earliest(), queue.next(by: date) != nil {
            taken.append(Int(date.timeIntervalSince(start)))
        }
        #expect(taken == expected && queue.count == 0)
    }
}

extension Claim {
    fileprivate var isGranted: Bool { if case .granted = self { true } else { false } }
}

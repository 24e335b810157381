import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite("Followed feeds of one upstream") struct TurnTests {
    private let scene: VirtualScene
    private let environment: FeedEnvironment

    init() throws {
        scene = try VirtualScene()
        environment = scene.environment(token: "t")
    }

    private func feed(_ name: String) -> Subject { .gitHub(RepositoryName("o/\(name)")!, environment) }

    /// Follows feeds, and begins to poll what is followed.
    private func follow(_ names: [String], in environment: FeedEnvironment? = nil) throws -> FollowedPolls {
        let environment = environment ?? self.environment
        for name in names { try environment.follow(feed(name).feed) }
        let polls = FollowedPolls(environment)
        polls.start()
        return polls
    }

    private let ten = (0..<10).map { "r\($0)" }

    /// Stores the feeds, and waits until they may be polled again.
    private func store(_ names: [String]) {
        let loads = names.map { feed($0).load().subscribe() }
        scene.advance(to: 7200)
        for load in loads { load.dispose() }
        scene.restart()
    }

    @Test("Followed feeds start one after another, spread over the interval, every time")
    func spread() throws {
        store(ten)
        let polls = try follow(ten)
        scene.advance(to: 63)
        #expect(scene.asked.count == 11 && Set(scene.paths).count == 10)
        #expect(zip(scene.asked, scene.asked.dropFirst()).allSatisfy { $1 - $0 >= 5 })
        scene.advance(to: runsFull ? 3600 : 900)
        for name in ten {
            let times = scene.asked(for: name)
            #expect(zip(times, times.dropFirst()).allSatisfy { (60...72).contains($1 - $0) })
        }
        polls.stop()
    }

    @Test("Followed feeds share a small limit: none has a second turn before all had their first")
    func limit() throws {
        let polls = try follow((0..<100).map { "r\($0)" }, in: scene.environment)
        // Without a token there are 60 requests an hour.
        scene.advance(to: 3599)
        #expect((57...60).contains(scene.asked.count) && Set(scene.paths).count == scene.asked.count)
        scene.advance(to: 6000)
        #expect(Set(scene.paths).count == 100)
        polls.stop()
    }

    @Test("Followed feeds begin a second apart where nothing is stored yet")
    func new() throws {
        let polls = try follow(ten)
        scene.advance(to: 15)
        #expect(scene.asked.count == 10 && scene.asked.last == 9)
        polls.stop()
    }

    @Test("Followed feeds make no request if the last one was recent")
    func recent() throws {
        let loads = ["a", "b"].map { feed($0).load().subscribe() }
        scene.advance(to: 10)
        for load in loads { load.dispose() }
        let polls = try follow(["a", "b"])
        scene.advance(to: 59)
        #expect(scene.asked == [0, 0])
        polls.stop()
    }

    @Test("Followed feeds don't wait for their turn when someone opens them")
    func attention() throws {
        store(ten + ["zz"])
        let polls = try follow(ten + ["zz"])
        scene.advance(to: 2)
        #expect(scene.asked(for: "zz").isEmpty)
        let watch = feed("zz").watch().subscribe()
        scene.advance(to: 3)
        #expect(scene.asked(for: "zz") == [2])
        watch.dispose()
        polls.stop()
    }

    @Test("A feed that nobody follows gives its turn to the next")
    func unfollowed() throws {
        scene.answer { $0 == 0 ? .nothing : .empty(VirtualScene.wishes(60)) }
        let polls = try follow(["a", "b"])
        scene.advance(to: 50)
        #expect(scene.paths.count == 1)
        try environment.unfollow(feed("a").feed)
        var changes = StoreChanges()
        changes.isEverything = true
        polls.apply(changes)
        scene.advance(to: 55)
        #expect(scene.asked(for: "/b/").count == 1)
        polls.stop()
    }

    @Test("Followed feeds never have more requests in flight than the upstream allows")
    func inFlight() {
        scene.setLatency(5)
        let loads = ten.map { feed($0).load().subscribe() }
        scene.advance(to: 24)
        #expect(scene.asked == [0, 0, 5, 5, 10, 10, 15, 15, 20, 20] && scene.mostInFlight == 2)
        for load in loads { load.dispose() }
    }

    @Test("Followed feeds learn of a limit from the feed that reaches it, before it is stored")
    func told() {
        scene.setLatency(5)
        let limited = RateLimited(retryAt: scene.now + 500, rule: .retryAfter)
        scene.answer { _ in .failure(.rateLimited(somewhere, limited)) }
        let loads = ten.map { feed($0).load().subscribe() }
        scene.advance(to: 400)
        #expect(scene.asked == [0, 0])
        for load in loads { load.dispose() }
    }
}

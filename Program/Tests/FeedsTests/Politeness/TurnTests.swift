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

    private func follow(
        _ names: [String], attention: Observable<Bool> = .just(false)
    ) -> CompositeDisposable {
        CompositeDisposable(
            disposables: names.map { name in
                let feed = feed(name)
                return feed.feed.watch(attention: attention, in: environment).subscribe()
            })
    }

    private let ten = (0..<10).map { "r\($0)" }

    /// Stores the feeds, and waits until they may be polled again.
    private func store(_ names: [String]) {
        let looks = names.map { feed($0).look().subscribe() }
        scene.advance(to: 7200)
        for look in looks { look.dispose() }
        scene.restart()
    }

    @Test("start one after another, spread over the interval, every time")
    func spread() {
        store(ten)
        let watches = follow(ten)
        scene.advance(to: 63)
        #expect(scene.asked.count == 11 && Set(scene.paths).count == 10)
        #expect(zip(scene.asked, scene.asked.dropFirst()).allSatisfy { $1 - $0 >= 5 })
        scene.advance(to: runsFull ? 3600 : 900)
        for name in ten {
            let times = scene.asked(for: name)
            #expect(zip(times, times.dropFirst()).allSatisfy { (60...72).contains($1 - $0) })
        }
        watches.dispose()
    }

    @Test("share a small limit: none has a second turn before all had their first")
    func limit() {
        let environment = scene.environment
        let watches = (0..<100).map { index in
            Subject.gitHub(RepositoryName("o/r\(index)")!, environment).feed
                .watch(attention: .just(false), in: environment).subscribe()
        }
        // Without a token there are 60 requests an hour.
        scene.advance(to: 3599)
        #expect((57...60).contains(scene.asked.count) && Set(scene.paths).count == scene.asked.count)
        scene.advance(to: 6000)
        #expect(Set(scene.paths).count == 100)
        for watch in watches { watch.dispose() }
    }

    @Test("begin a second apart where nothing is stored yet")
    func new() {
        let watches = follow(ten)
        scene.advance(to: 15)
        #expect(scene.asked.count == 10 && scene.asked.last == 9)
        watches.dispose()
    }

    @Test("show what is stored while they wait for their turn")
    func stored() {
        store(["a", "b"])
        let first = follow(["a"])
        let states = Mutex<[Freshness]>([])
        let second = feed("b").feed.watch(attention: .just(false), in: environment)
            .subscribe(onNext: { state in states.withLock { $0.append(state.freshness) } })
        scene.advance(to: 1)
        #expect(states.withLock { $0 } == [.stored] && scene.asked == [0])
        for watch in [first, second] as [any Disposable] { watch.dispose() }
    }

    @Test("are fresh immediately, without a request, if the last one was recent")
    func recent() {
        let looks = ["a", "b"].map { feed($0).look().subscribe() }
        scene.advance(to: 10)
        for look in looks { look.dispose() }
        let states = Mutex<[Freshness]>([])
        let watches = ["a", "b"].map { name in
            feed(name).feed.watch(attention: .just(false), in: environment)
                .subscribe(onNext: { state in if state.isSettled { states.withLock { $0.append(state.freshness) } } })
        }
        scene.advance(to: 11)
        #expect(states.withLock { $0 } == [.fresh, .fresh] && scene.asked == [0, 0])
        for watch in watches { watch.dispose() }
    }

    @Test("don't wait for their turn when someone opens them")
    func attention() {
        store(ten + ["late"])
        let watches = follow(ten)
        let attention = BehaviorRelay(value: false)
        let watch = feed("late").feed.watch(attention: attention.asObservable(), in: environment).subscribe()
        scene.advance(to: 2)
        #expect(scene.asked(for: "late").isEmpty)
        attention.accept(true)
        scene.advance(to: 3)
        #expect(scene.asked(for: "late") == [2])
        watch.dispose()
        watches.dispose()
    }

    @Test("that nobody watches any more give their turn to the next")
    func disposal() {
        scene.answer { $0 == 0 ? .nothing : .empty(VirtualScene.wishes(60)) }
        let first = follow(["a"])
        let second = follow(["b"])
        scene.advance(to: 50)
        #expect(scene.paths.count == 1)
        first.dispose()
        scene.advance(to: 52)
        #expect(scene.asked(for: "/b/") == [50])
        second.dispose()
    }

    @Test("never have more requests in flight than the upstream allows")
    func inFlight() {
        scene.setLatency(5)
        let looks = ten.map { feed($0).look().subscribe() }
        scene.advance(to: 24)
        #expect(scene.asked == [0, 0, 5, 5, 10, 10, 15, 15, 20, 20] && scene.mostInFlight == 2)
        for look in looks { look.dispose() }
    }

    @Test("learn of a limit from the feed that reaches it, before it is stored")
    func told() {
        scene.setLatency(5)
        let limited = RateLimited(retryAt: scene.now + 500, rule: .retryAfter)
        scene.answer { _ in .failure(.rateLimited(somewhere, limited)) }
        let looks = ten.map { feed($0).look().subscribe() }
        scene.advance(to: 400)
        #expect(scene.asked == [0, 0])
        for look in looks { look.dispose() }
    }
}

import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import HTTPTypes
import SampleUpstreams
import Synchronization
import Testing

@Suite("An upstream that refuses without saying for how long") struct RefusalTests {
    private let scene: VirtualScene

    init() throws { scene = try VirtualScene() }

    /// Refuses the requests of these numbers, counted from 0.
    private func refuse(_ isRefused: @escaping @Sendable (Int) -> Bool) {
        let scheduler = scene.scheduler
        scene.answer { count in
            isRefused(count)
                ? .failure(.rateLimited(somewhere, RateLimited(retryAt: scheduler.now + 60, rule: .oneMinute)))
                : .empty(VirtualScene.wishes(60))
        }
    }

    @Test("A refusing upstream isn't requested for a minute, then twice as long, up to an hour")
    func doubling() {
        refuse { _ in true }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 11_000)
        #expect(scene.asked == [0, 60, 180, 420, 900, 1860, 3780, 7380, 10_980])
        watch.dispose()
    }

    @Test("A refusing upstream has a wait of one minute again after a request has succeeded")
    func success() {
        refuse { $0 != 2 }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 420)
        #expect(scene.asked == [0, 60, 180, 240, 300, 420])
        watch.dispose()
    }

    @Test("A refusing upstream is reported to the person once an hour is reached")
    func message() {
        refuse { _ in true }
        let errors = Mutex<[FeedError]>([])
        let watch = scene.repository().watch().subscribe(onNext: { state in
            if let error = state.freshness.error, state.isSettled { errors.withLock { $0.append(error) } }
        })
        scene.advance(to: 3780)
        let messages = errors.withLock { $0.map(\.message) }
        #expect(messages.dropLast().allSatisfy { $0 == "api.github.com asks clients to wait" })
        #expect(
            messages.last
                == "api.github.com keeps refusing requests. Other programs may use the same token or network address")
        #expect(errors.withLock { $0.last?.retryAt } == scene.now + 3600)
        watch.dispose()
    }

    @Test("A refusing upstream receives no request from another feed, another watch or an explicit refresh")
    func noBypass() {
        refuse { _ in true }
        let environment = scene.environment
        let wish = PublishSubject<Void>()
        let watch = scene.repository().watch(refresh: wish.asObservable()).subscribe()
        scene.advance(to: 65)
        let others = ["o/r", "o/other"].map { scene.repository($0).watch().subscribe() }
        let load = Subject.gitHub(RepositoryName("o/third")!, environment).load(FeedRequest(mode: .forced))
            .subscribe()
        for second in 66..<179 {
            scene.advance(to: second)
            wish.onNext(())
        }
        #expect(scene.asked == [0, 60])
        for watch in others + [watch, load] { watch.dispose() }
    }

    @Test("A refusing upstream waits once for requests that were refused together")
    func together() {
        refuse { _ in true }
        scene.setLatency(2)
        let environment = scene.environment(token: "t")
        let loads = ["a", "b"].map {
            Subject.gitHub(RepositoryName("o/\($0)")!, environment).load().subscribe()
        }
        scene.advance(to: 3)
        let watch = Subject.gitHub(RepositoryName("o/c")!, environment).watch().subscribe()
        scene.advance(to: 70)
        #expect(scene.asked == [0, 0, 62])
        for watch in loads + [watch] { watch.dispose() }
    }
}

import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Synchronization
import Testing

@Suite("Watching a feed") struct WatchTests {
    @Test(
        "A watch requests again once the upstream allows it",
        arguments: [(60, [0, 60, 120, 180]), (75, [0, 75, 150])])
    func polls(interval: Int, times: [Int]) throws {
        let scene = try VirtualScene()
        scene.answer { _ in .empty(VirtualScene.wishes(interval)) }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 200)
        #expect(scene.asked == times)
        watch.dispose()
    }

    @Test("A watch waits until the response expires, by the upstream's clock, if it has no max-age")
    func expires() throws {
        let scene = try VirtualScene()
        scene.answer { _ in
            .empty([.date: "Sun, 06 Nov 1994 08:49:37 GMT", .expires: "Sun, 06 Nov 1994 09:49:37 GMT"])
        }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 7300)
        #expect(scene.asked == [0, 3600, 7200])
        #expect(try scene.store.ledger().map(\.rule) == [.expires])
        watch.dispose()
    }

    @Test("A watch waits longer after each failure, from 15 s to 15 min, and the usual time after a success")
    func backoff() throws {
        let scene = try VirtualScene()
        scene.answer { $0 == 9 ? .empty(VirtualScene.wishes(60)) : .failure(.unreachable(somewhere, cause: "refused")) }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 3740)
        #expect(scene.asked == [0, 15, 45, 105, 225, 465, 945, 1845, 2745, 3645, 3705, 3720])
        watch.dispose()
    }

    @Test("A watch makes the next request when the upstream's wait is over")
    func retryAt() throws {
        let scene = try VirtualScene()
        let limited = RateLimited(retryAt: scene.now + 500, rule: .retryAfter)
        scene.answer { $0 == 0 ? .failure(.rateLimited(somewhere, limited)) : .empty(VirtualScene.wishes(60)) }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 570)
        #expect(scene.asked == [0, 500, 560])
        watch.dispose()
    }

    @Test("A watch waits at most a day for an upstream that asks for more", arguments: [true, false])
    func longest(isRefused: Bool) throws {
        let scene = try VirtualScene()
        let limited = RateLimited(retryAt: scene.now + 30 * 86_400, rule: .retryAfter)
        scene.answer { count in
            if count > 0 { return .empty(VirtualScene.wishes(60)) }
            return isRefused
                ? .failure(.rateLimited(somewhere, limited)) : .empty([.cacheControl: "max-age=31536000"])
        }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 86_460)
        #expect(scene.asked == [0, 86_400, 86_460])
        watch.dispose()
    }

    @Test("A watch makes a request immediately on an explicit refresh, and counts the interval from there")
    func refresh() throws {
        let scene = try VirtualScene()
        let wish = PublishSubject<Void>()
        let watch = scene.repository().watch(refresh: wish.asObservable()).subscribe()
        scene.advance(to: 10)
        wish.onNext(())
        scene.advance(to: 80)
        #expect(scene.asked == [0, 10, 70])
        watch.dispose()
    }

    @Test("A watch makes an explicit refresh that arrives during a load without a request")
    func wishDuringLoad() throws {
        let scene = try VirtualScene()
        let earlier = scene.repository().watch().subscribe()
        scene.advance(to: 12)
        earlier.dispose()
        let wish = PublishSubject<Void>()
        let watch = scene.repository().watch(refresh: wish.asObservable()).subscribe(onNext: { state in
            if state.freshness == .stored { wish.onNext(()) }
        })
        scene.advance(to: 20)
        #expect(scene.asked == [0, 12])
        watch.dispose()
    }

    @Test("A watch makes one explicit refresh in ten seconds, regardless of the number of requests")
    func insistence() throws {
        let scene = try VirtualScene()
        let wish = PublishSubject<Void>()
        let watch = scene.repository().watch(refresh: wish.asObservable()).subscribe()
        scene.advance(to: 1)
        for _ in 0..<5 { wish.onNext(()) }
        scene.advance(to: 11)
        #expect(scene.asked == [0])
        wish.onNext(())
        scene.advance(to: 12)
        #expect(scene.asked == [0, 11])
        watch.dispose()
    }

    @Test(
        "A watch shares a poll among subscribers, gives a later one the newest state, and stops with the last"
    )
    func shared() throws {
        let scene = try VirtualScene()
        let feed = scene.repository().watch()
        let watches = (0..<10).map { _ in feed.subscribe() }
        scene.advance(to: 70)
        let freshness = Mutex<[Freshness]>([])
        let later = feed.subscribe(onNext: { state in freshness.withLock { $0.append(state.freshness) } })
        #expect(freshness.withLock { $0 } == [.fresh] && scene.asked == [0, 60])
        for watch in watches + [later] { watch.dispose() }
        scene.advance(to: 600)
        #expect(scene.asked == [0, 60])
    }

    @Test("A watch that nobody uses cancels its request, releases its lease and records nothing")
    func disposal() throws {
        let scene = try VirtualScene()
        scene.answer { $0 == 0 ? .nothing : .empty([:]) }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 5)
        watch.dispose()
        #expect(try scene.store.ledger().isEmpty && scene.cancelled == 1)
        let again = scene.repository().watch().subscribe()
        scene.advance(to: 6)
        #expect(scene.asked == [0, 5])
        again.dispose()
    }

    @Test("A watch shows stored items once when offline, and makes no request")
    func offline() throws {
        let scene = try VirtualScene()
        let states = Mutex<[Freshness]>([])
        let watch = scene.repository().watch(FeedRequest(mode: .offline))
            .subscribe(onNext: { state in states.withLock { $0.append(state.freshness) } })
        scene.advance(to: 3600)
        #expect(states.withLock { $0 } == [.stored] && scene.asked == [])
        watch.dispose()
    }

    @Test("A watch of several repositories shares the remaining limit")
    func budget() throws {
        let scene = try VirtualScene()
        let watches = ["o/a", "o/b", "o/c"].map { scene.repository($0).watch().subscribe() }
        scene.advance(to: 3599)
        // Without a token there are 60 requests an hour.
        #expect((57...62).contains(scene.asked.count))
        let times = scene.asked(for: "o/a")
        #expect(zip(times, times.dropFirst()).dropFirst().allSatisfy { $1 - $0 == 180 })
        for watch in watches { watch.dispose() }
    }

    @Test("A watch makes fewer requests when little is left of the limit")
    func littleLeft() throws {
        let scene = try VirtualScene()
        let reset = Int(scene.now.timeIntervalSince1970) + 1200
        scene.answer { count in
            var headers = VirtualScene.wishes(60)
            headers[.init("x-ratelimit-limit")!] = "60"
            headers[.init("x-ratelimit-remaining")!] = String(4 - count)
            headers[.init("x-ratelimit-reset")!] = String(reset)
            return .empty(headers)
        }
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 1199)
        #expect(scene.asked == [0, 300, 600, 900])
        watch.dispose()
    }

    @Test("A watch obeys the ledger of a load before it")
    func afterLoad() throws {
        let scene = try VirtualScene()
        let load = scene.repository().load().subscribe()
        scene.advance(to: 20)
        let watch = scene.repository().watch().subscribe()
        scene.advance(to: 100)
        #expect(scene.asked == [0, 60])
        load.dispose()
        watch.dispose()
    }
}

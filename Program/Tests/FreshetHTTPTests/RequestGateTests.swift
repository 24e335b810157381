import Foundation
import Freshet
import FreshetHTTP
import FreshetTest
import HTTPTypes
import Synchronization
import Testing

@Suite("Bounding requests in flight") struct RequestGateTests {
    private let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    private let url = URL(string: "https://example.org/list")!

    /// Answers a second after it is asked; notes when it is asked, and how many requests are in flight at most.
    private final class SlowUpstream: HTTPTransport {
        private struct State {
            var begins: [Int] = []
            var inFlight = 0
            var most = 0
        }
        private let state = Mutex(State())
        private let scheduler: TestScheduler

        init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

        var begins: [Int] { state.withLock { $0.begins } }
        var most: Int { state.withLock { $0.most } }

        func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
            .deferred { [self] in
                state.withLock { state in
                    state.begins.append(scheduler.clock)
                    state.inFlight += 1
                    state.most = max(state.most, state.inFlight)
                }
                let reply = HTTPReply(
                    request: request, url: request.url!, status: .ok, headers: [:], body: Data())
                return Single<Int>.timer(.seconds(1), scheduler: scheduler).map { _ in reply }
                    .do(onDispose: { [self] in state.withLock { $0.inFlight -= 1 } })
            }
        }
    }

    @Test("Requests in flight are at most the limit, and the others follow in order")
    func limit() {
        let upstream = SlowUpstream(scheduler)
        let transport = LimitedTransport(upstream, limit: 2, scheduler: scheduler)
        let ended = Mutex(0)
        let subscriptions = (0..<5).map { _ in
            transport.response(for: HTTPRequest(get: url)).subscribe(onSuccess: { _ in ended.withLock { $0 += 1 } })
        }
        scheduler.advanceTo(10)
        #expect(upstream.begins == [0, 0, 1, 1, 2] && upstream.most == 2)
        #expect(ended.withLock { $0 } == 5)
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("A request that is given up leaves the queue, or gives its place to the next")
    func disposal() {
        let upstream = SlowUpstream(scheduler)
        let transport = LimitedTransport(upstream, limit: 1, scheduler: scheduler)
        let subscriptions = (0..<3).map { _ in transport.response(for: HTTPRequest(get: url)).subscribe() }
        subscriptions[1].dispose()
        subscriptions[0].dispose()
        scheduler.advanceTo(10)
        #expect(upstream.begins.count == 2 && upstream.most == 1)
        subscriptions[2].dispose()
    }
}

import Foundation
import Freshet
import FreshetHTTP
import FreshetTest
import HTTPTypes
import Synchronization
import Testing

@Suite("Retrying requests") struct RetryTests {
    private let url = URL(string: "https://example.org/list")!

    /// Fails with these errors, one a request, and then succeeds; notes when it is asked.
    private final class Script: HTTPTransport {
        private struct State {
            var errors: [HTTPError]
            var times: [Int] = []
        }
        private let state: Mutex<State>
        private let scheduler: TestScheduler

        init(_ errors: [HTTPError], _ scheduler: TestScheduler) {
            state = Mutex(State(errors: errors))
            self.scheduler = scheduler
        }

        var times: [Int] { state.withLock { $0.times } }

        func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
            .deferred { [self] in
                let error: HTTPError? = state.withLock { state in
                    state.times.append(scheduler.clock)
                    return state.errors.isEmpty ? nil : state.errors.removeFirst()
                }
                if let error { return .error(error) }
                guard let url = request.url else { return .never() }
                return .just(HTTPReply(request: request, url: url, status: .ok, headers: [:], body: Data()))
            }
        }
    }

    /// The times of the requests, in seconds after the first, and the result.
    private func run(
        _ errors: [HTTPError], method: HTTPRequest.Method = .get, attempts: Int = 4, base: Double = 2,
        cap: Double = 100,
        random: @escaping @Sendable () -> Double = { 1 }, disposed: Int = 10_000
    ) -> (times: [Int], error: HTTPError?, succeeded: Bool) {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let script = Script(errors, scheduler)
        let policy = RetryPolicy(maximumAttempts: attempts, base: base, cap: cap, random: random)
        let transport = RetryingTransport(script, policy: policy, scheduler: scheduler)
        var request = HTTPRequest(get: url)
        request.method = method
        let observer = scheduler.start(created: 0, subscribed: 0, disposed: disposed) { [request] in
            transport.response(for: request).asObservable().map(\.status.code)
        }
        let error = observer.events.lazy.compactMap { $0.value.error as? HTTPError }.first
        return (script.times, error, observer.events.contains { $0.value.element == 200 })
    }

    private var broken: HTTPError { .interrupted(url, received: 3) }
    private func limited(_ seconds: Double, _ rule: RateLimited.Rule = .retryAfter) -> HTTPError {
        let now = TestScheduler(initialClock: 0).now
        return .rateLimited(url, RateLimited(retryAt: now + seconds, rule: rule))
    }

    @Test("A request that succeeds is made once") func success() {
        let outcome = run([])
        #expect(outcome.times == [0] && outcome.succeeded)
    }

    @Test("Pauses between retries double, from the base on") func doubling() {
        let outcome = run([broken, broken, broken])
        #expect(outcome.times == [0, 2, 6, 14] && outcome.succeeded)
    }

    @Test("Pauses between retries don't grow beyond the cap") func cap() {
        #expect(run(Array(repeating: broken, count: 5), attempts: 6, cap: 5).times == [0, 2, 6, 11, 16, 21])
    }

    @Test("The last failure is reported after the last attempt") func exhausted() {
        let last = HTTPError.status(url, .badGateway, body: "last")
        let outcome = run([broken, broken, broken, last, broken])
        #expect(outcome.times.count == 4 && outcome.error == last && !outcome.succeeded)
    }

    @Test(
        "The jitter is full: any part of the pause, from none to all of it",
        arguments: [(0.0, [0, 0, 0, 0]), (0.5, [0, 1, 3, 7]), (1.0, [0, 2, 6, 14])])
    func jitter(_ part: Double, _ times: [Int]) {
        #expect(run([broken, broken, broken], random: { part }).times == times)
    }

    @Test("The default jitter stays between zero and the whole pause") func defaultJitter() {
        let random = RetryPolicy().random
        let numbers = (0..<1000).map { _ in random() }
        #expect(numbers.allSatisfy { (0...1).contains($0) } && Set(numbers).count > 900)
    }

    @Test("Temporary failures are retried") func retried() {
        let errors: [HTTPError] = [
            broken, .interrupted(url, received: 0),
            .status(url, .badGateway, body: ""),
            .status(url, .serviceUnavailable, body: ""), .status(url, .gatewayTimeout, body: ""),
        ]
        for error in errors { #expect(run([error]).times == [0, 2], "\(error)") }
    }

    @Test("A failure that no retry would help is reported immediately") func notRetried() {
        let errors: [HTTPError] = [
            .unreachable(url, cause: "Connection refused"), .timedOut(url, phase: .connect),
            .timedOut(url, phase: .firstByte), .timedOut(url, phase: .whole),
            .tls(url, cause: "c"), .tooLarge(url, limit: 1), .status(url, .notFound, body: ""),
            .status(url, .internalServerError, body: ""), .undecodable(url, codingPath: "", problem: "", body: ""),
            .tooManyRedirects(url, limit: 5), .invalidURL("x"), .refusedAddress(url, .privateNetwork),
            limited(3, .rateLimitReset), limited(3, .oneMinute),
        ]
        for error in errors {
            let outcome = run([error])
            #expect(outcome.times == [0] && outcome.error == error)
        }
    }

    @Test(
        "Only GET and HEAD are retried",
        arguments: [
            (HTTPRequest.Method.get, 2), (.head, 2), (.post, 1), (.put, 1), (.patch, 1), (.delete, 1),
        ] as [(HTTPRequest.Method, Int)]) func methods(_ method: HTTPRequest.Method, _ count: Int)
    {
        #expect(run([broken], method: method).times.count == count)
    }

    @Test("The pause before a retry is at least Retry-After") func retryAfter() {
        #expect(run([limited(7)]).times == [0, 7])
        #expect(run([limited(-100)]).times == [0, 2])
    }

    @Test("A Retry-After beyond the cap ends the retries") func longRetryAfter() {
        let outcome = run([limited(101)])
        #expect(outcome.times == [0] && outcome.error == limited(101))
    }

    @Test("Disposal in a pause ends the pause") func disposed() {
        let outcome = run([broken, broken], disposed: 1)
        #expect(outcome.times == [0] && outcome.error == nil && !outcome.succeeded)
    }

    @Test("Each subscription counts from the start") func anew() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let script = Script(Array(repeating: broken, count: 4), scheduler)
        let policy = RetryPolicy(maximumAttempts: 2, base: 1, cap: 1, random: { 1 })
        let single = RetryingTransport(script, policy: policy, scheduler: scheduler).response(
            for: HTTPRequest(get: url))
        let observer = scheduler.createObserver(Int.self)
        for _ in 0..<2 { _ = single.asObservable().map(\.status.code).subscribe(observer) }
        scheduler.start()
        #expect(script.times.count == 4 && observer.events.count == 2)
    }

    @Test("A request whose bounds exclude retries is made once, also if it fails") func once() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let script = Script([broken, broken], scheduler)
        let transport = RetryingTransport(script, scheduler: scheduler)
        var bounds = RequestBounds()
        bounds.isRetried = false
        let purpose = RequestPurpose.other.bounded(bounds)
        let observer = scheduler.start(created: 0, subscribed: 0, disposed: 1_000) { [url] in
            transport.response(for: HTTPRequest(get: url), purpose: purpose).asObservable().map(\.status.code)
        }
        #expect(script.times == [0] && observer.events.first?.value.error as? HTTPError == broken)
    }

    @Test("Each attempt is counted") func counted() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let script = Script([broken, broken], scheduler)
        let policy = RetryPolicy(maximumAttempts: 4, base: 2, cap: 100, random: { 1 })
        let transport = RetryingTransport(script, policy: policy, scheduler: scheduler)
        let count = RequestCount()
        let request = transport.response(for: HTTPRequest(get: url), purpose: .other, counting: count).subscribe()
        scheduler.advanceTo(100)
        #expect(count.value == 3 && script.times.count == 3)
        request.dispose()
    }
}

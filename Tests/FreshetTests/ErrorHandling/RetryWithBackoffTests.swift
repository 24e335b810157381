import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("retry(backoff:)") struct RetryWithBackoffTests {
    @Test("Each consecutive failure lengthens the pause of retry(backoff:)") func waits() {
        let trial = Trial.cold("x", disposed: 20) { source, s in
            source.retry(backoff: .exponential(first: .seconds(1), limit: .seconds(4)), scheduler: s)
        }
        #expect(trial.subscriptions.map(\.subscribe) == [0, 1, 3, 7, 11, 15, 19])
    }

    @Test("An element resets the pauses of retry(backoff:)") func reset() {
        let trial = Trial.cold("ax", disposed: 12) { source, s in
            source.retry(backoff: .linear(first: .seconds(2), step: .seconds(5)), scheduler: s)
        }
        #expect(trial.subscriptions.map(\.subscribe) == [0, 3, 6, 9])
        #expect(trial.result == "a--a--a--a")
    }

    @Test("retry(backoff:) fails with the error of the last attempt", arguments: [(1, "x"), (2, "--x"), (3, "----x")])
    func lastAttempt(_ attempts: Int, _ result: String) {
        let trial = Trial.cold("x") { source, s in
            source.retry(attempts, backoff: .constant(.seconds(2)), scheduler: s)
        }
        #expect(trial.result == Marbles(result))
        #expect(trial.subscriptions.count == attempts)
    }

    @Test("retry(backoff:) fails immediately with an error that shouldRetry rejects") func rejected() {
        let trial = Trial.cold("a-x") { source, s in
            source.retry(backoff: .constant(.seconds(2)), scheduler: s) { !($0 is MarbleError) }
        }
        #expect(trial.result == "a-x")
    }

    @Test("retry(backoff:) ends on completion, or on disposal during a pause") func ends() {
        let completing = Trial.cold("a|") { source, s in source.retry(backoff: .constant(.seconds(2)), scheduler: s) }
        #expect(completing.result == "a|")
        let disposed = Trial.cold("x", disposed: 1) { source, s in
            source.retry(backoff: .constant(.seconds(2)), scheduler: s)
        }
        #expect(disposed.subscriptions == [Subscription(0, 0)])
    }

    @Test("Jitter shortens a pause by at most the given fraction") func jitter() {
        let whole = Backoff.constant(.seconds(8))
        #expect(whole.jittered(by: 0.5, random: { 0 }).pause(after: 0) == .seconds(8))
        #expect(whole.jittered(by: 0.5, random: { 1 }).pause(after: 3) == .seconds(4))
        #expect(whole.jittered(by: 1, random: { 1 }).pause(after: 0) == .zero)
        let drawn = (0..<100).map { _ in whole.jittered().pause(after: 0) }
        #expect(drawn.allSatisfy { (.seconds(4)...Duration.seconds(8)).contains($0) } && Set(drawn).count > 1)
    }

    @Test("A negative pause of retry(backoff:) counts as zero") func negative() {
        let long = Duration.seconds(1_000_000_000_000_000_000)
        #expect(Backoff.constant(.seconds(-1)).pause(after: 0) == .zero)
        #expect(Backoff.exponential(first: .seconds(-1)).pause(after: 1_000) == .zero)
        #expect(Backoff.exponential(first: long * -1, factor: 1e9).pause(after: 3) == .zero)
        #expect(Backoff.linear(first: .seconds(3), step: .seconds(-2)).pause(after: 1) == .seconds(1))
        #expect(Backoff.linear(first: .seconds(3), step: long * -1).pause(after: .max) == .zero)
        #expect(Backoff.exponential(limit: .seconds(-1)).pause(after: 3) == .zero)
    }

    @Test(
        "A pause after very many failures takes no longer to compute",
        arguments: [
            (1, 1.0, 1), (1, 0.5, 0), (0, 2, 0), (1, 2, 60),
        ])
    func manyFailures(_ first: Int, _ factor: Double, _ pause: Int) {
        #expect(Backoff.exponential(first: .seconds(first), factor: factor).pause(after: .max) == .seconds(pause))
    }

    @Test("A pause stays within its limit after many failures") func bound() {
        #expect(Backoff.exponential().pause(after: 10_000) == .seconds(60))
        #expect(Backoff.linear(first: .seconds(1), step: .seconds(1)).pause(after: 10_000) == .seconds(60))
    }

    @Test("retry(backoff:) accepts extreme arguments") func extremes() async {
        await #expect(processExitsWith: .success) {
            #expect(Backoff.exponential().pause(after: -1) == .seconds(1))
            for factor in [1e30, .infinity] {
                #expect(Backoff.exponential(factor: factor).pause(after: 1) == .seconds(60))
            }
            let longest = Duration.seconds(Int64.max)
            #expect(Backoff.linear(first: .zero, step: longest).pause(after: 20) == .seconds(60))
            #expect(Backoff.linear(first: .seconds(1), step: .seconds(1)).pause(after: .max) == .seconds(60))
            #expect(Backoff.linear(first: .zero, step: .seconds(1), limit: longest).pause(after: 3) == .seconds(3))
        }
    }

    @Test("retry(backoff:) retries a single") func single() async throws {
        let count = Count()
        let value = try await Single<Int>.deferred { count.up() < 3 ? .error(Oops()) : .just(7) }
            .retry(5, backoff: .constant(.milliseconds(1))).value
        #expect(value == 7 && count.value == 3)
    }

    @Test("retry(backoff:) meets the operator contract", arguments: [Ending.completion, .disposal])
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.retry(3, backoff: .constant(.seconds(1)), scheduler: context.scheduler) { _ in
                context.token.touch(); return true
            }
        }
    }
}

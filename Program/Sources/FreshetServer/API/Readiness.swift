import Dispatch
import Synchronization

/// Whether the store answers, for all who ask: one check at a time, at most once a second, on a thread of its own.
///
/// A store that is silent keeps that thread. Nobody waits for it longer than the time limit.
final class Readiness: Sendable {
    private typealias Waiter = CheckedContinuation<String?, Never>

    private struct State {
        /// The last outcome, and when it was known.
        var last: (problem: String?, at: ContinuousClock.Instant)?
        /// When the running check began; nil between checks.
        var began: ContinuousClock.Instant?
        /// Those who wait for the running check.
        var waiters: [Waiter] = []
    }

    private enum Step {
        case answered(String?)
        case begins
        case waits
    }

    private let interval: Duration
    private let limit: Duration
    private let check: @Sendable () throws -> Void
    private let queue = DispatchQueue(label: "freshet.readiness")
    // Requests on many threads ask, and the check answers on its own.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - interval: how long an outcome is valid.
    ///   - limit: how long a check may take.
    ///   - check: throws if the store doesn't work. Blocks its thread.
    init(
        every interval: Duration = .seconds(1), within limit: Duration = .seconds(2),
        _ check: @escaping @Sendable () throws -> Void
    ) {
        (self.interval, self.limit, self.check) = (interval, limit, check)
    }

    /// Why the store doesn't answer; nil if it does. Takes at most as long as a check may.
    func problem() async -> String? {
        await withCheckedContinuation { waiter in
            switch state.withLock({ step(&$0, waiter) }) {
            case .answered(let problem): waiter.resume(returning: problem)
            case .begins: begin()
            case .waits: break
            }
        }
    }

    private func step(_ state: inout State, _ waiter: Waiter) -> Step {
        let now = ContinuousClock.now
        let age = state.last.map { now - $0.at }
        if let began = state.began {
            if now - began >= limit { return .answered(silence) }
            // While a check runs, others get the last outcome, unless it is older than they could be.
            if let last = state.last, let age, age < interval + limit { return .answered(last.problem) }
            state.waiters.append(waiter)
            return .waits
        }
        if let last = state.last, let age, age < interval { return .answered(last.problem) }
        state.began = now
        state.waiters.append(waiter)
        return .begins
    }

    private func begin() {
        queue.async { [self] in
            var problem: String?
            do { try check() } catch { problem = String(describing: error) }
            finish(problem, isOver: true)
        }
        let timer = DispatchQueue.global()
        timer.asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in self?.expire() }
    }

    /// Answers those who have waited for as long as a check may take.
    private func expire() {
        let isLate = state.withLock { state in state.began.map { .now - $0 >= limit } ?? false }
        if isLate { finish(silence, isOver: false) }
    }

    private func finish(_ problem: String?, isOver: Bool) {
        let waiters = state.withLock { state in
            state.last = (problem, .now)
            if isOver { state.began = nil }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: problem) }
    }

    private var silence: String { "The store hasn't answered in time." }
}

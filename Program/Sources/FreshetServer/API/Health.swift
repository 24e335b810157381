import Dispatch
import Feeds
import Platform
import Synchronization

/// The state of the server, for supervisors.
struct Health: JSONDocument {
    /// The details for clients that may read feeds.
    struct Details: Encodable {
        /// The reason why the store can't be read, with its path.
        let problem: String?
        /// The number of live clients.
        let clients: Int
        /// The number of watched feeds.
        let watches: Int
        /// The number of open connections.
        let connections: Int
        let version: String
    }

    private enum CodingKeys: CodingKey { case status }

    /// `ok`, or `failing` if the store can't be read.
    let status: String
    /// Nil for clients that may not read feeds.
    let details: Details?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try details?.encode(to: encoder)
    }
}

/// The shared check that the store answers.
///
/// It makes one check at a time, at most once a second, on its own thread. A store that is silent keeps that thread.
/// Callers wait for it no longer than the time limit.
final class Readiness: Sendable {
    private typealias Waiter = CheckedContinuation<String?, Never>

    private struct State {
        /// The last outcome, and its time.
        var last: (problem: String?, at: ContinuousClock.Instant)?
        /// The start of the running check; nil between checks.
        var began: ContinuousClock.Instant?
        /// The callers that wait for the running check.
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
    ///   - interval: the time for which an outcome is valid.
    ///   - limit: the maximum duration of a check.
    ///   - check: throws if the store doesn't work. Blocks its thread.
    init(
        every interval: Duration = .seconds(1), within limit: Duration = .seconds(2),
        _ check: @escaping @Sendable () throws -> Void
    ) {
        (self.interval, self.limit, self.check) = (interval, limit, check)
    }

    /// The reason why the store doesn't answer; nil if it does. Takes at most the time limit of a check.
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

    /// Answers the callers that have waited for the time limit of a check.
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

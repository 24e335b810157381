import Freshet
import Platform
import Synchronization

/// Counts the refreshes of an environment and its copies, by upstream and result.
package final class RefreshActivity: Sendable {
    /// The end of a refresh.
    package enum Result: String, Sendable, CaseIterable {
        /// The upstream answered, also that nothing has changed.
        case fetched
        /// No request was allowed yet.
        case deferred
        /// The upstream failed.
        case failed
        /// The store failed.
        case unstored
    }

    /// The refreshes of one upstream.
    package struct Counts: Sendable {
        /// The number of refreshes, by result.
        package fileprivate(set) var results: [Result: Int] = [:]
        /// The number of refreshes that made requests, by the first of ``bounds`` that they didn't exceed, and last of longer ones.
        package fileprivate(set) var durations = Array(repeating: 0, count: RefreshActivity.bounds.count + 1)
        /// The duration of all refreshes that made requests, in seconds.
        package fileprivate(set) var seconds = 0.0
    }

    /// The bounds of ``Counts/durations``, in seconds.
    package static let bounds = [0.1, 0.5, 1, 2.5, 10, 30]

    private let running = Atomic(0)
    // Refreshes end on many threads.
    private let counts = Mutex<[String: Counts]>([:])

    init() {}

    /// The number of refreshes in progress.
    package var inProgress: Int { running.load(ordering: .relaxed) }

    /// The refreshes by the upstream's id.
    package var byUpstream: [String: Counts] { counts.withLock { $0 } }

    /// Counts a refresh when it settles or fails. A refresh that gives way to another isn't counted.
    func counting(_ refresh: Observable<FeedState>, of upstream: Upstream) -> Observable<FeedState> {
        .deferred { [self] in
            let start = ContinuousClock.now
            running.add(1, ordering: .relaxed)
            return refresh.do(
                onNext: { [self] state in
                    if state.isSettled { add(Result(state), upstream.id, .now - start) }
                },
                onError: { [self] error in
                    if !(error is RefreshInProgress) { add(.unstored, upstream.id, .now - start) }
                },
                onDispose: { [self] in running.subtract(1, ordering: .relaxed) })
        }
    }

    private func add(_ result: Result, _ upstream: String, _ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts.withLock { counts in
            counts[upstream, default: Counts()].results[result, default: 0] += 1
            if result == .deferred { return }
            let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            counts[upstream, default: Counts()].durations[index] += 1
            counts[upstream, default: Counts()].seconds += seconds
        }
    }
}

extension RefreshActivity.Result {
    fileprivate init(_ state: FeedState) {
        self =
            if state.storeError != nil { .unstored } else if state.deferral != nil {
                .deferred
            } else if state.freshness
                .error != nil
            { .failed } else { .fetched }
    }
}

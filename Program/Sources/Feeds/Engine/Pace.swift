import Freshet
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When the next look of a watch is due.
final class Pace: Sendable {
    private struct State {
        var next: Date?
        var failures = 0
        /// Whether somebody wants a request, and none has been made since.
        var isRequested = false
    }

    /// Seconds between looks where nobody says anything else.
    private static let usual: TimeInterval = 60
    /// The longest pause after failures, in seconds.
    private static let longest: TimeInterval = 900

    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Delivers when a request was noted.
    let requests = PublishRelay<Void>()

    init(_ now: @escaping @Sendable () -> Date) { self.now = now }

    func allowed(_ date: Date?) {
        if let date { state.withLock { $0.next = date } }
    }

    /// Notes that somebody wants a request.
    func requestRefresh() {
        state.withLock { $0.isRequested = true }
        requests.accept(())
    }

    /// Whether somebody wants a request; from now on nobody does.
    func takeRequest() -> Bool {
        state.withLock { state in
            defer { state.isRequested = false }
            return state.isRequested
        }
    }

    /// - Parameters:
    ///   - isInsisting: whether the look was made because somebody wanted a request; its deferral answers those who want one meanwhile.
    ///   - spacing: seconds to the next request at least.
    func saw(_ freshness: Freshness, _ deferral: Deferral?, isInsisting: Bool, spacing: TimeInterval) {
        let now = now()
        state.withLock { state in
            if deferral == nil || isInsisting { state.isRequested = false }
            if let deferral {
                // Nothing was asked, so nothing has failed.
                state.next = deferral.until
            } else if let error = freshness.error {
                state.failures += 1
                let backoff = min(Self.longest, 15 * TimeInterval(1 << min(state.failures - 1, 10)))
                let retry = error.retryAt.flatMap { $0 > now ? $0 : nil }
                state.next = retry ?? now + max(backoff, spacing)
            } else {
                state.failures = 0
                state.next = max(state.next ?? now + Self.usual, now + spacing)
            }
        }
    }

    /// Seconds until then; at least one.
    var wait: TimeInterval {
        let next = state.withLock { state in
            defer { state.next = nil }
            return state.next ?? now() + Self.usual
        }
        return max(1, next.timeIntervalSince(now()))
    }
}

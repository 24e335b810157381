import Dispatch
import FeedStore
import Freshet
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Leases of the endpoints that this process requests. They are renewed while it lives, and expire within 15 s of a kill.
final class Leases: Sendable {
    private struct State {
        var grants: [Endpoint: Grant] = [:]
        var renewal: (any Disposable)?
    }

    /// The duration of a lease without renewal, in seconds.
    static let length: TimeInterval = 15
    /// How often leases are renewed.
    private static let period = RxTimeInterval.seconds(5)

    private let store: any FeedStore
    private let scheduler: any SchedulerType
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(_ store: any FeedStore, scheduler: any SchedulerType, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.scheduler = scheduler
        self.now = now
    }

    deinit { state.withLock { $0.renewal.take() }?.dispose() }

    /// Keeps renewing a lease until it is released.
    func hold(_ grant: Grant) {
        let isFirst = state.withLock { state in
            state.grants[grant.endpoint] = grant
            return state.grants.count == 1
        }
        if isFirst { startRenewing() }
    }

    /// Stops renewing a lease whose request is recorded.
    func forget(_ endpoint: Endpoint) {
        let renewal = state.withLock { state -> (any Disposable)? in
            state.grants[endpoint] = nil
            return state.grants.isEmpty ? state.renewal.take() : nil
        }
        renewal?.dispose()
    }

    /// Releases an unused lease.
    func release(_ endpoint: Endpoint) throws {
        let grant = state.withLock { $0.grants[endpoint] }
        forget(endpoint)
        if let grant { try store.release(grant) }
    }

    /// Releases all leases.
    func releaseAll() {
        for endpoint in state.withLock({ Array($0.grants.keys) }) {
            try? release(endpoint)  // A lease that can't be released expires.
        }
    }

    private func startRenewing() {
        let renewal = Observable<Int>.interval(Self.period, scheduler: scheduler)
            .subscribe(onNext: { [weak self] _ in self?.renew() })
        let unneeded = state.withLock { state -> (any Disposable)? in
            if state.grants.isEmpty { return renewal }
            defer { state.renewal = renewal }
            return state.renewal
        }
        unneeded?.dispose()
    }

    private func renew() {
        for grant in state.withLock({ Array($0.grants.values) }) {
            // If the store can't be written now, the next round tries again.
            guard let renewed = try? store.renew(grant, now: now(), lease: Self.length) else { continue }
            state.withLock { state in
                if state.grants[grant.endpoint] != nil { state.grants[grant.endpoint] = renewed }
            }
        }
    }
}

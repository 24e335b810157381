import Dispatch
import FeedStore
import Freshet
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The endpoints that this process is asking, renewed as long as it lives: after a kill they are free within 15 s.
final class Leases: Sendable {
    private struct State {
        var grants: [Endpoint: Grant] = [:]
        var renewal: (any Disposable)?
    }

    /// How long a lease lasts without being renewed, in seconds.
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

    /// Renews the lease until it is released.
    func hold(_ grant: Grant) {
        let isFirst = state.withLock { state in
            state.grants[grant.endpoint] = grant
            return state.grants.count == 1
        }
        if isFirst { startRenewing() }
    }

    /// Stops renewing the lease, whose request is recorded.
    func forget(_ endpoint: Endpoint) {
        let renewal = state.withLock { state -> (any Disposable)? in
            state.grants[endpoint] = nil
            return state.grants.isEmpty ? state.renewal.take() : nil
        }
        renewal?.dispose()
    }

    /// Gives a lease back unused.
    func release(_ endpoint: Endpoint) throws {
        let grant = state.withLock { $0.grants[endpoint] }
        forget(endpoint)
        if let grant { try store.release(grant) }
    }

    /// Gives all leases back.
    func releaseAll() {
        for endpoint in state.withLock({ Array($0.grants.keys) }) {
            try? release(endpoint)  // One that can't be given back ends by itself.
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
            // A store that can't be written for a moment is tried again at the next turn.
            guard let renewed = try? store.renew(grant, now: now(), lease: Self.length) else { continue }
            state.withLock { state in
                if state.grants[grant.endpoint] != nil { state.grants[grant.endpoint] = renewed }
            }
        }
    }
}

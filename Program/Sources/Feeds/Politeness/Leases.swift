import Dispatch
import FeedStore
import Freshet
import Platform
import Synchronization

/// Leases of the endpoints that this process requests. They are renewed while it lives, and expire within 15 s of a kill.
final class Leases: Sendable {
    private struct State {
        var grants: [Endpoint: Grant] = [:]
        var renewal: (any Disposable)?
        var isClosed = false
    }

    /// The duration of a lease without renewal, in seconds.
    static let length: TimeInterval = 15
    /// The interval of renewals.
    private static let period = RxTimeInterval.seconds(5)

    private let store: FeedStore
    private let scheduler: any SchedulerType
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Changes of leases in the store, for which ``releaseAll()`` waits.
    private let changes = DispatchGroup()

    init(_ store: FeedStore, scheduler: any SchedulerType, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.scheduler = scheduler
        self.now = now
    }

    deinit { state.withLock { $0.renewal.take() }?.dispose() }

    /// Makes a claim, and keeps renewing a granted lease until it is released. Throws once all leases have been released.
    func claim(_ makeClaim: () throws -> Claim) throws -> Claim {
        guard beginChange() else { throw CancellationError() }
        defer { changes.leave() }
        let claim = try makeClaim()
        if case .granted(let grant) = claim { hold(grant) }
        return claim
    }

    /// Renews a lease until it is taken or released.
    func hold(_ grant: Grant) {
        let isFirst = state.withLock { state in
            state.grants[grant.endpoint] = grant
            return state.grants.count == 1
        }
        if isFirst { startRenewing() }
    }

    /// False if all leases have been released; otherwise the caller must leave ``changes``.
    private func beginChange() -> Bool {
        state.withLock { state in
            if !state.isClosed { changes.enter() }
            return !state.isClosed
        }
    }

    /// Stops renewing a lease, and returns it as it was last renewed.
    @discardableResult
    func take(_ endpoint: Endpoint) -> Grant? {
        let (grant, renewal) = state.withLock { state in
            (state.grants.removeValue(forKey: endpoint), state.grants.isEmpty ? state.renewal.take() : nil)
        }
        renewal?.dispose()
        return grant
    }

    /// Releases an unused lease.
    func release(_ endpoint: Endpoint) throws {
        let isAwaited = beginChange()
        defer { if isAwaited { changes.leave() } }
        if let grant = take(endpoint) { try store.release(grant) }
    }

    /// Releases all leases. Blocks the calling thread while others are claimed, renewed or released.
    func releaseAll() {
        state.withLock { $0.isClosed = true }
        changes.wait()
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
            try? renew(grant)  // If the store can't be written now, the next round tries again.
        }
    }

    private func renew(_ grant: Grant) throws {
        guard beginChange() else { return }
        defer { changes.leave() }
        guard let renewed = try store.renew(grant, now: now(), lease: Self.length) else { return }
        let isHeld = state.withLock { state in
            guard state.grants[grant.endpoint]?.until == grant.until else { return false }
            state.grants[grant.endpoint] = renewed
            return true
        }
        // The store didn't recognize a grant that was released during its renewal.
        if !isHeld { try store.release(renewed) }
    }
}

/// Another process or another load refreshes the feed, or has just stored it. Its result will be in the store when its lease ends, at the latest.
struct RefreshInProgress: Error {
    /// The end of the lease unless it is renewed.
    let until: Date
}

import Freshet
import NIOCore
import Synchronization

/// A client that receives live updates, until nothing refers to it any more.
///
/// It keeps only the newest of everything until its connection takes more bytes, so nothing queues for slow clients. A client that takes nothing for
/// some heartbeats is disconnected.
final class LiveClient: Sendable {
    /// The updates that all live clients receive.
    struct SharedUpdate: Sendable {
        let unread: UnreadState
        /// The number of the server's last heartbeat.
        let heartbeat: Int
        /// True if clients have to leave.
        var isOver = false
    }

    /// The newest of everything, to be sent to a client.
    struct Update: Sendable {
        /// The newest view of each feed; nil until there is one.
        let views: [(any LiveEvents)?]
        let sharedUpdate: SharedUpdate
        /// True if the client has to leave after it.
        let isLast: Bool
    }

    private struct State {
        var views: [(any LiveEvents)?]
        var sharedUpdate: SharedUpdate?
        /// The heartbeat at which the client last took what was sent.
        var taken: Int?
        var isOver = false
        /// True if the connection was asked to take the update and hasn't taken it yet.
        var isOffered = false
    }

    /// The views that it is sent.
    private let views: [Observable<any LiveEvents>]
    private let sharedUpdate: Observable<SharedUpdate>
    private let end: Observable<Void>?
    /// The number of heartbeats without a read after which the client is disconnected.
    private let maximumIdleHeartbeats: Int
    private let counters: [Counter]
    /// The client's shares of resources, which are returned when it has left.
    private let shares: [ClientShares.Share]
    // Streams on many threads write it, and the connection takes it when the network is ready.
    private let state: Mutex<State>
    private let subscriptions = CompositeDisposable()

    /// - Parameters:
    ///   - end: emits when the client has to leave; nil if only the server's end makes it.
    ///   - maximumIdleHeartbeats: the number of heartbeats without a read after which the client is disconnected.
    ///   - counters: count the clients, of the server and of the account.
    init(
        _ views: [Observable<any LiveEvents>], _ sharedUpdate: Observable<SharedUpdate>, until end: Observable<Void>?,
        maximumIdleHeartbeats: Int, counters: [Counter], shares: [ClientShares.Share]
    ) {
        (self.views, self.sharedUpdate, self.end) = (views, sharedUpdate, end)
        (self.maximumIdleHeartbeats, self.counters, self.shares) = (maximumIdleHeartbeats, counters, shares)
        state = Mutex(State(views: Array(repeating: nil, count: views.count)))
        for counter in counters { counter.add(1) }
    }

    deinit {
        subscriptions.dispose()
        for counter in counters { counter.add(-1) }
    }

    /// Begins to receive. A feed that isn't connected yet may block the calling thread.
    /// - Parameters:
    ///   - offer: called when there is an update to ``take()``, once until it is taken; on any thread.
    ///   - disconnect: called when the client has taken nothing for too long.
    func start(offer: @escaping @Sendable () -> Void, disconnect: @escaping @Sendable () -> Void) {
        for (index, view) in views.enumerated() {
            keep(view.subscribe(onNext: { [weak self] view in self?.change(offer) { $0.views[index] = view } }))
        }
        keep(
            sharedUpdate.subscribe(onNext: { [weak self] sharedUpdate in
                guard let self else { return }
                if isGone(at: sharedUpdate.heartbeat) { return disconnect() }
                change(offer) { state in
                    state.sharedUpdate = sharedUpdate
                    state.isOver = state.isOver || sharedUpdate.isOver
                }
            }))
        guard let end else { return }
        keep(end.subscribe(onNext: { [weak self] in self?.change(offer) { $0.isOver = true } }))
    }

    /// Receives nothing more.
    func stop() { subscriptions.dispose() }

    /// The newest of everything, for a connection that takes bytes; nil before the client has received anything.
    func take() -> Update? {
        state.withLock { state in
            state.isOffered = false
            guard let sharedUpdate = state.sharedUpdate else { return nil }
            state.taken = sharedUpdate.heartbeat
            return Update(views: state.views, sharedUpdate: sharedUpdate, isLast: state.isOver)
        }
    }

    private func keep(_ subscription: any Disposable) { _ = subscriptions.insert(subscription) }

    private func isGone(at heartbeat: Int) -> Bool {
        state.withLock { state in
            let taken = state.taken ?? heartbeat
            state.taken = taken
            return heartbeat - taken > maximumIdleHeartbeats
        }
    }

    private func change(_ offer: () -> Void, _ change: (inout State) -> Void) {
        let isNew = state.withLock { state in
            change(&state)
            defer { state.isOffered = true }
            return !state.isOffered
        }
        if isNew { offer() }
    }
}

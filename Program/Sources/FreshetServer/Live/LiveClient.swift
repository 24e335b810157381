import Freshet
import NIOCore
import Synchronization

/// A client that receives events. It leaves when the last reference to it is released.
///
/// It also leaves when its connection closes, and is disconnected if it reads nothing for several heartbeats.
final class LiveClient: Sendable {
    private let connection: any Channel
    private let clients: Counter
    /// The client's share of a limit, returned when it has left.
    private let shares: [ClientShares.Share]
    private let left = ReplaySubject<Void>.create(bufferSize: 1)
    /// The heartbeat at which the client last read.
    private let taken = Counter()
    private let watchdog = SerialDisposable()

    /// - Parameters:
    ///   - heartbeats: the numbers of the server's heartbeats.
    ///   - patience: the number of heartbeats after which a client that reads nothing is disconnected.
    ///   - clients: counts the clients.
    init(
        _ connection: any Channel, heartbeats: Observable<Int>, patience: Int, clients: Counter,
        shares: [ClientShares.Share]
    ) {
        self.connection = connection
        self.clients = clients
        self.shares = shares
        clients.add(1)
        let taken = taken
        watchdog.disposable = heartbeats.subscribe(onNext: { number in
            if taken.value == 0 { taken.add(number) }
            if number - taken.value > patience { connection.close(promise: nil) }
        })
        ConnectionWatch.tie(self, to: connection)
    }

    deinit {
        watchdog.dispose()
        clients.add(-1)
    }

    /// Emits once, when the client leaves.
    var leaving: Observable<Void> { left.asObservable() }

    /// Records that the client reads.
    func takes(at heartbeat: Int) { taken.set(heartbeat) }

    /// The client has left.
    func end() { left.onNext(()) }
}

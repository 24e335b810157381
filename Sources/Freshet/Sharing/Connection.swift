import Synchronization

/// One subscription to a source for several subscribers: it is disposed when the last of them has gone.
///
/// It refers to no sink, so that a subscriber may hold it without a retain cycle.
final class Connection: Sendable {
    /// How long the source is subscribed to.
    let lifetime = Lifetime()
    /// The number of subscribers; none any more once it is 0.
    private let subscribers = Mutex(1)

    /// Whether nobody can join any more.
    var isOver: Bool { subscribers.withLock { $0 == 0 } }

    /// Counts one more subscriber, unless it is too late.
    func retain() -> Bool {
        subscribers.withLock { subscribers in
            if subscribers > 0 { subscribers += 1 }
            return subscribers > 0
        }
    }

    /// Lets nobody join any more, because the source has ended; true for the first caller, unless all have gone before.
    func end() -> Bool {
        subscribers.withLock { subscribers in
            defer { subscribers = 0 }
            return subscribers > 0
        }
    }

    /// What counts one subscriber less, once.
    func makeRelease() -> any Disposable { Release(connection: self) }

    private func release() {
        let isLast = subscribers.withLock { subscribers in
            if subscribers == 0 { return false }
            subscribers -= 1
            return subscribers == 0
        }
        if isLast { lifetime.dispose() }
    }

    // Lifetimes dispose what they hold once.
    private struct Release: Disposable {
        let connection: Connection

        func dispose() { connection.release() }
    }
}

/// A stream whose source is subscribed to when `connect` says so.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source, unless that has been done; disposing what is returned disconnects.
    func connect() -> any Disposable
}

// Safe to share: see Observable.
/// A stream whose source is subscribed to when ``connect()`` says so, once for all who listen.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    /// Subscribes to the source, unless that has been done; disposing what is returned disconnects.
    public func connect() -> any Disposable { Disposables.create() }

    /// The present round, or, if that is `former`, a new one.
    func round(after former: ConnectableRound<Element>?) -> ConnectableRound<Element> { ConnectableRound() }
}

// Safe to share: see Observable.
/// One round of a connectable stream, from a connection to its end: those who listen in it have nothing to do with the next one, also when one thread ends it
/// while another begins the next.
class ConnectableRound<Element>: Observable<Element>, @unchecked Sendable {
    func connect() -> any Disposable { Disposables.create() }
}

/// A stream whose source is subscribed to when `connect` says so.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source, unless that has been done; disposing what is returned disconnects.
    func connect() -> any Disposable
}

/// A stream whose source is subscribed to when ``connect()`` says so, once for all who listen.
// Safe to share: see Observable.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    /// Subscribes to the source, unless that has been done; disposing what is returned disconnects.
    public func connect() -> any Disposable { Disposables.create() }
}

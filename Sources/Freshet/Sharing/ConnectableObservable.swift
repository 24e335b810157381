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
}

/// A stream that subscribes to its source when ``connect()`` is called.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source unless already connected. Disposing the result disconnects.
    func connect() -> any Disposable
}

/// A stream that shares one subscription to its source, made by ``connect()``.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    /// Subscribes to the source unless already connected. Disposing the result disconnects.
    public func connect() -> any Disposable { Disposables.create() }

    /// The current session, or a new one if the current session is `previous`.
    func session(after previous: ConnectableSession<Element>?) -> ConnectableSession<Element> { ConnectableSession() }
}

/// One session of a connectable stream: a connection and the subscribers that share it.
///
/// Its subscribers are separate from those of the next session, even if one thread ends this session while another
/// starts the next.
class ConnectableSession<Element>: Observable<Element>, @unchecked Sendable {
    func connect() -> any Disposable { Disposables.create() }
}

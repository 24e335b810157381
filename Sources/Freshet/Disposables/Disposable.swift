/// A subscription or another resource that can be released.
@preconcurrency
public protocol Disposable: Sendable {
    /// Releases the resource. Further calls have no effect. Can be called on any thread.
    func dispose()
}

/// A ``Disposable`` that reports whether it is disposed.
@preconcurrency
public protocol Cancelable: Disposable {
    /// A Boolean value that indicates whether ``Disposable/dispose()`` has been called.
    var isDisposed: Bool { get }
}

/// A namespace for functions that create disposables.
public enum Disposables {}

/// A subscription or another resource that can be given back.
@preconcurrency
public protocol Disposable: Sendable {
    /// Gives the resource back. Calling it again does nothing. May be called on any thread.
    func dispose()
}

/// A ``Disposable`` that can tell whether it has been disposed.
@preconcurrency
public protocol Cancelable: Disposable {
    /// Whether ``Disposable/dispose()`` has been called.
    var isDisposed: Bool { get }
}

/// The place of the functions that make disposables.
public enum Disposables {}

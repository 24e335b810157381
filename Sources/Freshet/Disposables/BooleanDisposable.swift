import Synchronization

/// A disposable that only remembers whether it has been disposed.
public final class BooleanDisposable: Cancelable {
    private let flag: Atomic<Bool>

    /// A disposable that has not been disposed.
    public init() { flag = Atomic(false) }

    /// A disposable in the given state.
    public init(isDisposed: Bool) { flag = Atomic(isDisposed) }

    /// Whether it has been disposed.
    public var isDisposed: Bool { flag.load(ordering: .acquiring) }

    /// Remembers that it has been disposed.
    public func dispose() { flag.store(true, ordering: .releasing) }
}

import FreshetPlatform

/// A disposable that only records whether it is disposed.
public final class BooleanDisposable: Cancelable {
    private let flag: Atomic<Bool>

    /// Creates a disposable that isn't disposed.
    public init() { flag = Atomic(false) }

    /// Creates a disposable in the given state.
    public init(isDisposed: Bool) { flag = Atomic(isDisposed) }

    /// A Boolean value that indicates whether the disposable is disposed.
    public var isDisposed: Bool { flag.load(ordering: .acquiring) }

    /// Marks the disposable as disposed.
    public func dispose() { flag.store(true, ordering: .releasing) }
}

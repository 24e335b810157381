public import Freshet

extension Disposable {
    /// Returns a cancellable that disposes this disposable when it is canceled or released.
    /// - Ends: when the cancellable is canceled or released.
    /// - Runs on: the thread that cancels.
    /// - Keeps: the disposable.
    public func asCancellable() -> AnyCancellable { AnyCancellable { dispose() } }

    /// Stores the disposable in a set, which disposes it when the set is released.
    /// - Ends: when the set is released.
    /// - Runs on: the thread that releases the set.
    /// - Keeps: the disposable.
    public func store(in cancellables: inout Set<AnyCancellable>) { asCancellable().store(in: &cancellables) }
}

extension Cancellable {
    /// Returns a disposable that cancels this cancellable.
    ///
    /// Any thread may cancel, as Combine requires of cancellables.
    /// - Ends: when the disposable is disposed.
    /// - Runs on: the thread that disposes.
    /// - Keeps: the cancellable.
    public func asDisposable() -> any Disposable {
        let cancellable = SharedCancellable(value: self)
        return Disposables.create { cancellable.value.cancel() }
    }

    /// Adds the cancellable to a bag, which cancels it when the bag is released.
    /// - Ends: when the bag is released.
    /// - Runs on: the thread that releases the bag.
    /// - Keeps: the cancellable.
    public func disposed(by bag: DisposeBag) { asDisposable().disposed(by: bag) }
}

// Sendable: Combine requires that any thread can cancel.
private struct SharedCancellable: @unchecked Sendable {
    let value: any Cancellable
}

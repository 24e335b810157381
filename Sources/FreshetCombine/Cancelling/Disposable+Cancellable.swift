public import Freshet

extension Disposable {
    /// Disposes this when it is cancelled or released.
    public func asCancellable() -> AnyCancellable { AnyCancellable { dispose() } }

    /// Disposes this when the set goes, with the subscriptions of Combine that it keeps.
    public func store(in cancellables: inout Set<AnyCancellable>) { asCancellable().store(in: &cancellables) }
}

extension Cancellable {
    /// Cancels this when it is disposed. It may be cancelled from any thread, as Combine asks.
    public func asDisposable() -> any Disposable {
        let cancellable = SharedCancellable(value: self)
        return Disposables.create { cancellable.value.cancel() }
    }

    /// Cancels this when the bag goes, with the subscriptions of streams that it keeps.
    public func disposed(by bag: DisposeBag) { asDisposable().disposed(by: bag) }
}

// Safe to share: cancelling from any thread is what Combine asks of a cancellable.
private struct SharedCancellable: @unchecked Sendable {
    let value: any Cancellable
}

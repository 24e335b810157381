import Synchronization

// Sendable: the count is atomic; the closure is immutable after init.
/// Runs a closure once the subscription has been disposed and its start is complete, whichever comes last.
///
/// A source that ends while it is being subscribed to is disposed during the start. What the stage itself releases comes after what its source releases.
final class DisposalAfterStart: LifetimeResource, @unchecked Sendable {
    private let closure: @Sendable () -> Void
    private let missing = Atomic<Int>(2)

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    /// The source has been subscribed to.
    func started() {
        if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { closure() }
    }

    // A lifetime disposes what it holds once.
    override func dispose() { started() }
}

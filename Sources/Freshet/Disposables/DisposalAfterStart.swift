import FreshetPlatform

// Sendable: the count is atomic; the closure is immutable after init.
/// Runs a closure after both the subscription's start and its disposal are complete.
///
/// A source that ends while it is being subscribed to is disposed during the start. The stage releases its own
/// resources after those of its source.
final class DisposalAfterStart: LifetimeResource, @unchecked Sendable {
    private let closure: @Sendable () -> Void
    private let remaining = Atomic<Int>(2)

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    /// Reports that the start is complete.
    func started() {
        if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { closure() }
    }

    // A lifetime disposes each resource once.
    override func dispose() { started() }
}

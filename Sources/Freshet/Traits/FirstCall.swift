import FreshetPlatform

/// Accepts only the first of several calls, because a trait has one outcome.
///
/// Not a ``RunOnceClosure``: an outcome runs different closures, which a trait would have to create in advance.
final class FirstCall: Sendable {
    private let isClaimed = Atomic<Bool>(false)

    /// Returns true for the first caller only.
    func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}

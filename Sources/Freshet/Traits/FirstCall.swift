import FreshetPlatform

/// Accepts only the first of several calls, because a trait has one outcome.
final class FirstCall: Sendable {
    private let isClaimed = Atomic<Bool>(false)

    /// Returns true for the first caller only.
    func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}

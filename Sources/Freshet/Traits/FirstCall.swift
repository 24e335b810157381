import Synchronization

/// Lets the first of several concurrent calls through, for streams created with `create(subscribe:)`.
final class FirstCall: Sendable {
    private let isClaimed = Atomic<Bool>(false)

    /// Returns true for the first caller only.
    func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}

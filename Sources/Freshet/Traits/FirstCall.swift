import Synchronization

/// Tells the first of several calls, from whichever threads they come: what a single or a maybe made by hand is answered with.
final class FirstCall: Sendable {
    private let hasCome = Atomic<Bool>(false)

    /// True once.
    func isThis() -> Bool { !hasCome.exchange(true, ordering: .acquiringAndReleasing) }
}

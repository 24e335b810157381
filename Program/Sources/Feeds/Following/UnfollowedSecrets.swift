import FeedStore
import Platform
import Synchronization

/// What the store kept for unfollowed feeds with passwords, until the program ends.
final class UnfollowedSecrets: Sendable {
    private let kept = Mutex<[FeedKey: Data]>([:])

    func withLock<Value: Sendable>(_ body: (inout sending [FeedKey: Data]) -> sending Value) -> Value {
        kept.withLock(body)
    }
}

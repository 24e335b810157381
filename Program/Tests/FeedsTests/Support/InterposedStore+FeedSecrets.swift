import FeedStore
import Foundation

/// Passed on, without steps between.
extension InterposedStore {
    func feedSecret() throws -> FeedSecret? { try store.feedSecret() }
    func feedSecret(_ secret: Secret) throws -> FeedSecret? { try store.feedSecret(secret) }
    func addFeedSecret(_ secret: Secret, at date: Date) throws -> FeedSecret {
        try store.addFeedSecret(secret, at: date)
    }
    func renewFeedSecret(_ secret: Secret, at date: Date) throws -> FeedSecret {
        try store.renewFeedSecret(secret, at: date)
    }
}

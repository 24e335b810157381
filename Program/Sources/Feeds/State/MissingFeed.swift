import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// A feed that was there and is missing: its upstream responds that it doesn't exist (404), or no longer does (410).
///
/// Sites respond so for hours and then serve the feed again, so it counts as gone only after ``patience``. It's requested less and
/// less often, but at least once a day.
struct MissingFeed: Sendable {
    /// How long the feed is expected to come back: a week.
    static let patience: TimeInterval = 7 * 86_400
    /// The first pause, unless readers chose an interval.
    private static let usualPause: TimeInterval = 3_600

    /// When the feed was first missing.
    let since: Date
    /// What it means for readers.
    let error: FeedError

    /// Nil unless the error means that the feed doesn't exist, and an earlier refresh succeeded.
    init?(_ error: any Error, after snapshot: Snapshot, interval: FeedInterval, at now: Date) {
        guard snapshot.fetchedAt != nil, let response = Self.response(error) else { return nil }
        let earlier = snapshot.error.flatMap { FeedError($0).isMissingFeed ? $0.at : nil }
        let since = min(earlier ?? now, now)
        let age = now.timeIntervalSince(since)
        let pause = max(
            interval.seconds(default: Self.usualPause) ?? Self.usualPause, min(age / 4, Waiting.longestWait))
        let isGone = age >= Self.patience
        let words =
            isGone
            ? "It has been missing since \(since.internetDate). Unfollow it, or follow its new address"
            : "It may come back"
        self.error = FeedError(
            kind: isGone ? FeedError.gone : FeedError.missing, message: "\(response). \(words)",
            retryAt: interval.isNever ? nil : now + pause, remedy: isGone ? .changeRequest : .tryLater)
        self.since = since
    }

    /// What the upstream responded, without the final period; nil for other errors.
    private static func response(_ error: any Error) -> String? {
        if let error = error as? HTTPError, case .status(_, let status, _) = error {
            return [.notFound, .gone].contains(status) ? error.response : nil
        }
        let error = FeedError(error)
        return error.kind == FeedError.notFound ? error.message : nil
    }
}

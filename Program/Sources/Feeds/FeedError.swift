import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The reason for a failed refresh, for readers and programs.
package struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reader's remedy.
    package enum Remedy: String, Sendable, Hashable {
        /// Try again later.
        case tryLater
        /// Use a token, or a different one.
        case credentials
        /// Change the request: the feed doesn't exist, or its address is wrong.
        case changeRequest
    }

    /// A stable identifier, such as `unreachable`, `timedOut`, `rateLimited` or `notFound`.
    package var kind: String
    /// A sentence for readers, without its period.
    package var message: String
    /// The time to try again; nil if that is unknown.
    package var retryAt: Date?
    /// The reader's remedy.
    package var remedy: Remedy

    /// Creates an error.
    package init(kind: String, message: String, retryAt: Date? = nil, remedy: Remedy = .tryLater) {
        self.kind = kind
        self.message = message
        self.retryAt = retryAt
        self.remedy = remedy
    }

    /// The message.
    package var description: String { message }
}

extension FeedError {
    /// The kind of an error about a response in which nothing can be read.
    static let unreadable = "undecodable"
    /// The kind of an error about something that doesn't exist.
    static let notFound = "notFound"
    /// The kind of an error about a feed that was there and is expected to come back.
    static let missing = "missing"
    /// The kind of an error about a feed that was removed.
    static let gone = "gone"

    /// True if the feed doesn't exist, although it did.
    package var isMissingFeed: Bool { kind == Self.missing || kind == Self.gone }

    /// True if the same request is likely to fail in the same way tomorrow.
    var isLasting: Bool { remedy == .changeRequest && kind != "failed" }
}

/// An upstream's error that has its own meaning for a feed.
package protocol FeedFailure: Error {
    /// The error for readers and programs.
    var feedError: FeedError { get }
}

extension FeedError {
    /// The meaning of an error that ended a refresh.
    package init(_ error: any Error) {
        switch error {
        case let error as FeedError: self = error
        case let error as any FeedFailure: self = error.feedError
        case let error as RefreshInProgress: self.init(inProgress: error)
        case let error as HTTPError: self.init(http: error)
        case let error as FeedStoreError:
            // Feeds are shown to everybody; the log has the store's address.
            self.init(kind: "failed", message: error.publicDescription, remedy: .changeRequest)
        default:
            let cause = SystemProblem(error)?.description ?? String(describing: error)
            self.init(kind: "failed", message: "The refresh failed (\(cause)).", remedy: .changeRequest)
        }
        // Callers add the final period.
        while message.hasSuffix(".") { message.removeLast() }
    }

    /// An error from the store.
    package init(_ stored: StoredError) {
        self.init(
            kind: stored.kind, message: stored.message, retryAt: stored.retryAt, remedy: Self.remedy(of: stored.kind))
    }

    /// An error of a kind, which implies the remedy.
    package init(kind: String, message: String) {
        self.init(kind: kind, message: message, remedy: Self.remedy(of: kind))
    }

    /// A part of a refresh failed; the stored items of that part are stale.
    /// - Parameters:
    ///   - parts: "3 of 5 repositories", "1 category".
    ///   - error: the error of the first failed part.
    package static func partial(_ parts: String, _ error: any Error) -> FeedError {
        let cause = FeedError(error)
        return FeedError(
            kind: "partial", message: "\(parts) couldn't be refreshed: \(cause.message)", retryAt: cause.retryAt,
            remedy: .tryLater)
    }

    /// A rate limit that an earlier request reached.
    static func limited(until date: Date, at now: Date, by rule: PollRule, host: String?) -> FeedError {
        let site = host ?? "The upstream"
        let message =
            switch rule {
            case .rateLimitReset: "\(host ?? "Upstream") rate limit reached"
            // Only the longest wait of a backoff lasts as long.
            case .backoff where date.timeIntervalSince(now) > 1920:
                "\(site) keeps refusing requests. Other programs may use the same token or network address"
            default: "\(site) asks clients to wait"
            }
        return FeedError(kind: "rateLimited", message: message, retryAt: date)
    }

    private init(inProgress: RefreshInProgress) {
        self.init(
            kind: "inProgress", message: "Another process is refreshing this feed", retryAt: inProgress.until)
    }

    private init(http error: HTTPError) {
        let kind =
            switch error {
            case .unreachable: "unreachable"
            case .timedOut: "timedOut"
            case .tls: "tls"
            case .interrupted: "interrupted"
            case .tooLarge: "tooLarge"
            case .status: "status"
            case .challenge: "challenge"
            case .undecodable: FeedError.unreadable
            case .rateLimited: "rateLimited"
            case .tooManyRedirects: "tooManyRedirects"
            case .refusedAddress: "refusedAddress"
            case .invalidURL: "invalidURL"
            }
        var retryAt: Date?
        if case .rateLimited(_, let limited) = error { retryAt = limited.retryAt }
        if case .challenge(_, let challenge) = error { retryAt = challenge.retryAt }
        var remedy = Self.remedy(of: kind)
        if case .status(_, let status, _) = error, status.kind == .clientError, status != .requestTimeout {
            remedy = status == .unauthorized ? .credentials : .changeRequest
        }
        self.init(kind: kind, message: error.description, retryAt: retryAt, remedy: remedy)
    }

    private static func remedy(of kind: String) -> Remedy {
        switch kind {
        case "tokenRefused", "forbidden": .credentials
        case notFound, gone, "noFeed", "blocked", "challenge", "wrongQuestion", "invalidURL", "refusedAddress",
            "failed":
            .changeRequest
        default: .tryLater
        }
    }
}

extension RateLimited {
    /// The rule for the time to retry.
    var pollRule: PollRule {
        switch rule {
        case .rateLimitReset: .rateLimitReset
        case .retryAfter: .retryAfter
        case .oneMinute, .oneHour: .backoff
        }
    }
}

/// A feed that existed and is missing: its upstream responds with 404 or 410.
///
/// Sites respond so for hours and then serve the feed again, so it counts as gone only after ``patience``. It's requested less and
/// less often, but at least once a day.
struct MissingFeed: Sendable {
    /// The time in which the feed is expected to come back: a week.
    static let patience: TimeInterval = 7 * 86_400
    /// The first pause, unless readers chose an interval.
    private static let usualPause: TimeInterval = 3_600

    /// The time when the feed was first missing.
    let since: Date
    /// The error for readers.
    let error: FeedError

    /// Nil unless the error means that the feed doesn't exist, and an earlier refresh succeeded.
    init?(_ error: any Error, after snapshot: Snapshot, interval: FeedInterval, at now: Date) {
        guard snapshot.fetchedAt != nil, let response = Self.response(error) else { return nil }
        let earlier = snapshot.error.flatMap { FeedError($0).isMissingFeed ? $0.at : nil }
        let since = min(earlier ?? now, now)
        let age = now.timeIntervalSince(since)
        let pause = max(
            interval.seconds(default: Self.usualPause) ?? Self.usualPause, min(age / 4, RequestWait.longestWait))
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

    /// The upstream's response, without the final period; nil for other errors.
    private static func response(_ error: any Error) -> String? {
        if let error = error as? HTTPError, case .status(_, let status, _) = error {
            return [.notFound, .gone].contains(status) ? error.response : nil
        }
        let error = FeedError(error)
        return error.kind == FeedError.notFound ? error.message : nil
    }
}

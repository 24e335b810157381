import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

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
    /// When to retry, by which rule.
    var pollRule: PollRule {
        switch rule {
        case .rateLimitReset: .rateLimitReset
        case .retryAfter: .retryAfter
        case .oneMinute, .oneHour: .backoff
        }
    }
}

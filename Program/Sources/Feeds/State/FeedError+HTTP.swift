public import FeedStore
import FreshetHTTP
import HTTPTypes
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An upstream's own error, which knows what it means for the feed.
public protocol FeedFailure: Error {
    /// The failure for people and programs.
    var feedError: FeedError { get }
}

extension FeedError {
    /// What a failure of a refresh means.
    public init(_ error: any Error) {
        switch error {
        case let error as FeedError: self = error
        case let error as any FeedFailure: self = error.feedError
        case let error as RefreshInProgress: self.init(inProgress: error)
        case let error as HTTPError: self.init(http: error)
        case let error as FeedStoreError: self.init(kind: "failed", message: error.description, remedy: .changeRequest)
        default:
            let cause = SystemProblem(error)?.description ?? String(describing: error)
            self.init(kind: "failed", message: "The refresh failed (\(cause)).", remedy: .changeRequest)
        }
        // Faces continue the sentence.
        while message.hasSuffix(".") { message.removeLast() }
    }

    /// A failure that the store kept.
    public init(_ stored: StoredError) {
        self.init(
            kind: stored.kind, message: stored.message, retryAt: stored.retryAt, remedy: Self.remedy(of: stored.kind))
    }

    /// A failure of this kind, whose remedy follows from it.
    public init(kind: String, message: String) {
        self.init(kind: kind, message: message, remedy: Self.remedy(of: kind))
    }

    /// Some parts of a refresh failed; what they had is stale.
    /// - Parameters:
    ///   - parts: "3 of 5 repositories", "1 category".
    ///   - error: why the first of them failed.
    public static func partial(_ parts: String, _ error: any Error) -> FeedError {
        let cause = FeedError(error)
        return FeedError(
            kind: "partial", message: "\(parts) couldn't be refreshed: \(cause.message)", retryAt: cause.retryAt,
            remedy: .tryLater)
    }

    /// A limit that an earlier request reached.
    static func limited(until date: Date, by rule: PollRule, host: String?) -> FeedError {
        FeedError(
            kind: "rateLimited",
            message: rule == .rateLimitReset
                ? "The rate limit of \(host ?? "the upstream") is reached"
                : "\(host ?? "The upstream") asks clients to wait",
            retryAt: date)
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
            case .undecodable: "undecodable"
            case .rateLimited: "rateLimited"
            case .tooManyRedirects: "tooManyRedirects"
            case .refusedAddress: "refusedAddress"
            case .invalidURL: "invalidURL"
            }
        var retryAt: Date?
        if case .rateLimited(_, let limited) = error { retryAt = limited.retryAt }
        var remedy = Self.remedy(of: kind)
        if case .status(_, let status, _) = error, status.kind == .clientError, status != .requestTimeout {
            remedy = status == .unauthorized ? .credentials : .changeRequest
        }
        self.init(kind: kind, message: error.description, retryAt: retryAt, remedy: remedy)
    }

    private static func remedy(of kind: String) -> Remedy {
        switch kind {
        case "tokenRefused", "forbidden": .credentials
        case "notFound", "gone", "blocked", "wrongQuestion", "invalidURL", "refusedAddress",
            "failed":
            .changeRequest
        default: .tryLater
        }
    }
}

extension RateLimited {
    /// The rule that says when to come back.
    var pollRule: PollRule {
        switch rule {
        case .rateLimitReset: .rateLimitReset
        case .retryAfter, .oneMinute: .retryAfter
        }
    }
}

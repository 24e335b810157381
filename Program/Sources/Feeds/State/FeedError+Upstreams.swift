import FreshetHTTP
import GitFeed
import HTTPTypes
import News
import OurPlanet
import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FeedError {
    /// What an upstream's failure means.
    init(_ error: any Error) {
        self.init(explaining: error)
        // The sentence may be continued.
        while message.hasSuffix(".") { message.removeLast() }
    }

    private init(explaining error: any Error) {
        switch error {
        case let error as FeedError: self = error
        case let error as BeingAsked: self.init(beingAsked: error)
        case let error as HTTPError: self.init(http: error)
        case let error as GitHubError: self.init(gitHub: error)
        case let error as EONETError:
            self.init(kind: "wrongQuestion", message: error.description, remedy: .askOtherwise)
        case let error as HackerNewsError:
            self.init(kind: "wrongQuestion", message: error.description, remedy: .askOtherwise)
        default: self.init(kind: "failed", message: String(describing: error), remedy: .askOtherwise)
        }
    }

    /// A failure that the store kept.
    init(_ stored: StoredError) {
        self.init(
            kind: stored.kind, message: stored.message, retryAt: stored.retryAt, remedy: Self.remedy(of: stored.kind))
    }

    /// A limit that was reached by an earlier request.
    static func limited(until date: Date, by rule: PollRule, host: String?) -> FeedError {
        FeedError(
            kind: "rateLimited", message: "the limit of \(host ?? "the upstream") is used up (\(rule.rawValue))",
            retryAt: date)
    }

    private init(beingAsked: BeingAsked) {
        self.init(
            kind: "beingAsked", message: "another process is asking, and has not been answered yet",
            retryAt: beingAsked.until)
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
            case .invalidURL: "invalidURL"
            }
        var retryAt: Date?
        if case .rateLimited(_, let limited) = error { retryAt = limited.retryAt }
        var remedy = Self.remedy(of: kind)
        if case .status(_, let status, _) = error, status.kind == .clientError, status != .requestTimeout {
            remedy = status == .unauthorized ? .credentials : .askOtherwise
        }
        self.init(kind: kind, message: error.description, retryAt: retryAt, remedy: remedy)
    }

    private init(gitHub error: GitHubError) {
        let kind =
            switch error {
            case .notFound: "notFound"
            case .tokenRefused: "tokenRefused"
            case .forbidden: "forbidden"
            case .gone: "gone"
            case .blocked: "blocked"
            case .noSuchLanguage, .invalidLanguage, .invalidRepositoryName: "wrongQuestion"
            case .foreignPage, .unaskedNotModified: "undecodable"
            }
        self.init(kind: kind, message: error.description, remedy: Self.remedy(of: kind))
    }

    private static func remedy(of kind: String) -> Remedy {
        switch kind {
        case "tokenRefused", "forbidden": .credentials
        case "notFound", "gone", "blocked", "wrongQuestion", "invalidURL", "failed": .askOtherwise
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

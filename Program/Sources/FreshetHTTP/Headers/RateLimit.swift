public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is left of a limit on requests, as GitHub tells it (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
public struct RateLimit: Sendable, Hashable {
    /// Requests in a period.
    public var limit: Int?
    /// Those that are left.
    public var remaining: Int?
    /// Those that were made.
    public var used: Int?
    /// When the period ends.
    public var reset: Date?
    /// What is counted apart: `core`, `search`, ….
    public var resource: String?

    /// A later reset is no date that anybody means.
    private static let year9999 = 253_402_300_799

    /// That of an answer; nil if it says neither what is left nor when the period ends.
    public init?(_ headers: HTTPFields) {
        func text(_ name: String) -> String? { HTTPField.Name("x-ratelimit-" + name).flatMap { headers[$0] } }
        limit = text("limit").flatMap { Int($0) }
        remaining = text("remaining").flatMap { Int($0) }
        used = text("used").flatMap { Int($0) }
        reset = text("reset").flatMap { Int($0) }.flatMap {
            (0...Self.year9999).contains($0) ? Date(timeIntervalSince1970: TimeInterval($0)) : nil
        }
        resource = text("resource")
        if remaining == nil, reset == nil { return nil }
    }
}

import HTTPTypes
import Platform
import WebText

/// A rate limit as upstreams report it: in GitHub's fields `x-ratelimit-*`
/// (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api), or in those of the IETF.
///
/// Numbers of requests are at most 2³¹, so that sums of them can't overflow.
package struct RateLimit: Sendable, Hashable {
    /// The requests per period.
    package var limit: Int?
    /// The remaining requests.
    package var remaining: Int?
    /// The requests made.
    package var used: Int?
    /// The end of the period.
    package var reset: Date?
    /// The resource that is counted: `core`, `search`, ….
    package var resource: String?

    private static let prefixes = ["x-ratelimit-", "x-rate-limit-", "ratelimit-"]

    /// The fields of a response that arrived at `now`; nil if neither the remaining requests nor the reset are there.
    package init?(_ headers: HTTPFields, at now: Date = Date()) {
        func text(_ name: String) -> String? {
            Self.prefixes.lazy.compactMap { HTTPField.Name($0 + name).flatMap { headers[$0] } }.first
        }
        let field = RateLimitField(headers)
        limit = text("limit").flatMap(Self.count) ?? field?.limit
        remaining = text("remaining").flatMap(Self.count) ?? field?.remaining
        used = text("used").flatMap(Self.count)
        let wait = text("reset-after").flatMap(HeaderText.decimal) ?? field?.wait
        reset = text("reset").flatMap { RateLimitReset.date($0, at: now) } ?? wait.map { now + $0 }
        resource = text("resource")
        if remaining == nil, reset == nil { return nil }
    }

    /// A number of requests, which some upstreams write with a fraction, or with parameters and other limits after it.
    private static func count(_ text: String) -> Int? {
        let first = text.prefix { $0 != "," && $0 != ";" }
        return HeaderText.number(first) ?? HeaderText.decimal(first).map { min(Int($0), 1 << 31) }
    }
}

/// The fields `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), in which times are seconds from now.
///
/// Newer drafts write `"default";r=0;t=42`, draft 7 `limit=10, remaining=0, reset=42`.
struct RateLimitField {
    private(set) var limit: Int?
    private(set) var remaining: Int?
    /// Seconds until requests are available again.
    private(set) var wait: TimeInterval?

    private typealias Parameters = [String: String]

    // swift-format-ignore: NeverForceUnwrap
    private static let name = HTTPField.Name("RateLimit")!  // cannot fail: letters make a name
    // swift-format-ignore: NeverForceUnwrap
    private static let policyName = HTTPField.Name("RateLimit-Policy")!  // cannot fail: a constant

    /// The limit that is exhausted longest, or else the one with the fewest remaining requests; nil without the field.
    init?(_ headers: HTTPFields) {
        guard let text = headers[Self.name] else { return nil }
        let policies = Dictionary(Self.items(headers[Self.policyName] ?? "")) { first, _ in first }
        var limits = Self.items(text).map { RateLimitField($1, policies[$0] ?? [:]) }
        if let flat = RateLimitField(flat: text) { limits.append(flat) }
        let exhausted = limits.filter { $0.remaining == 0 }.max { $0.wait ?? 0 < $1.wait ?? 0 }
        guard let limit = exhausted ?? limits.min(by: { $0.remaining ?? .max < $1.remaining ?? .max }) else {
            return nil
        }
        self = limit
    }

    /// A limit of the list. Without a time, the policy's window is the longest wait.
    private init(_ limit: Parameters, _ policy: Parameters) {
        self.limit = policy["q"].flatMap { HeaderText.number($0) }
        remaining = limit["r"].flatMap { HeaderText.number($0) }
        wait = (limit["t"] ?? policy["w"]).flatMap { HeaderText.decimal($0) }
    }

    /// The only limit, as draft 7 writes it.
    private init?(flat text: String) {
        let members = HeaderText.parts(of: text, by: ",").map { HeaderText.parameter($0) }
        let parameters = Dictionary(members.compactMap { member in member.value.map { (member.name, $0) } }) { $1 }
        remaining = parameters["remaining"].flatMap { HeaderText.number($0) }
        if remaining == nil { return nil }
        limit = parameters["limit"].flatMap { HeaderText.number($0) }
        wait = parameters["reset"].flatMap { HeaderText.decimal($0) }
    }

    /// The names of a list, each with its parameters.
    private static func items(_ text: String) -> [(String, Parameters)] {
        HeaderText.parts(of: text, by: ",").compactMap { item in
            let parts = HeaderText.parts(of: item, by: ";")
            guard let name = parts.first, parts.count > 1 else { return nil }
            let parameters = parts.dropFirst().map { HeaderText.parameter($0) }
            return (name, Dictionary(parameters.compactMap { one in one.value.map { (one.name, $0) } }) { $1 })
        }
    }
}

/// The end of a rate limit's period, which upstreams write in different ways.
enum RateLimitReset {
    /// Smaller numbers are seconds from now, larger ones Unix time: 9 September 2001.
    private static let firstTime = 1_000_000_000.0
    /// Later times aren't plausible as seconds, so they are milliseconds.
    private static let year9999 = 253_402_300_799.0
    private static let latest = 100_000_000_000_000.0

    /// The date, in a response that arrived at `now`; nil if it isn't plausible.
    ///
    /// The text is a number of seconds from now, Unix time in seconds or milliseconds, or a date of HTTP or ISO 8601.
    static func date(_ text: String, at now: Date) -> Date? {
        guard let number = HeaderText.decimal(text) else {
            return HTTPDate(text, now: now)?.date ?? Date(internetDateTime: text)
        }
        return switch number {
        case ..<firstTime: now + number
        case ...year9999: Date(timeIntervalSince1970: number)
        case ..<latest: Date(timeIntervalSince1970: number / 1000)
        default: nil
        }
    }
}

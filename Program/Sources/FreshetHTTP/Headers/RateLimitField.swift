import HTTPTypes
import Platform

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

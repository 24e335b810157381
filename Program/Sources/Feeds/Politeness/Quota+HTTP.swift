import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform

extension Quota.Key {
    /// The resource of waits that apply to a whole host.
    private static let everything = "*"

    /// The quotas that a request counts against.
    static func all(for request: HTTPRequest, counted resource: String) -> [Quota.Key] {
        [resource, everything].map { Quota.Key($0, for: request) }
    }

    /// Whether it is a refusal of all requests.
    var isEverything: Bool { resource == Self.everything }

    init(_ resource: String?, for request: HTTPRequest) {
        self.init(
            host: request.authority ?? "", resource: resource ?? Self.everything,
            requester: Requester(of: request).name)
    }
}

extension Quota {
    /// The remaining quota by ``RateLimit``; nil without its headers.
    init?(_ headers: HTTPFields, for request: HTTPRequest, counted resource: String, at now: Date) {
        guard let limit = RateLimit(headers, at: now), let remaining = limit.remaining, let reset = limit.reset else {
            return nil
        }
        self.init(
            key: Key(limit.resource ?? resource, for: request), limit: limit.limit, remaining: remaining,
            resetAt: min(reset, now + Waiting.longestWait), reportedAt: now)
    }

    /// The exhausted quota that a rejected request implies.
    init(_ limited: RateLimited, for request: HTTPRequest, counted resource: String, at now: Date) {
        let isPrimary = limited.pollRule == .rateLimitReset
        self.init(
            key: Key(isPrimary ? limited.limit?.resource ?? resource : nil, for: request),
            limit: limited.limit?.limit, remaining: 0, resetAt: limited.retryAt, reportedAt: now, rule: limited.pollRule
        )
    }
}

extension Sequence<Quota> {
    /// The newest report on a resource.
    func newest(of resource: String?) -> Quota? {
        filter { $0.key.resource == resource }.max { $0.reportedAt < $1.reportedAt }
    }
}

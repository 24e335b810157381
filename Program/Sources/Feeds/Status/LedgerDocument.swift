import FeedStore
import Platform
import WebText

extension LedgerReport {
    /// The report as one line of JSON, its keys in alphabetical order; see `docs/json.md`.
    package func json() throws -> Data {
        try JSONEncoder.documents.encode(
            Document(
                requests: entries.map(Request.init), quotas: quotas.map(Limit.init),
                forecast: forecast.map(Need.init),
                sinks: sinks.map(SinkFields.init)))
    }

    private struct Document: Encodable {
        let requests: [Request]
        let quotas: [Limit]
        @OrNull var forecast: Need?
        let sinks: [SinkFields]
    }

    private struct Request: Encodable {
        let feed, url, requester, requestedAt: String
        @OrNull var status: Int?
        @OrNull var error: String?
        @OrNull var message: String?
        @OrNull var nextAllowedAt: String?
        @OrNull var rule: String?
        let count: Int

        init(_ entry: LedgerEntry) {
            feed = entry.feed.rawValue
            url = entry.endpoint.url
            requester = entry.endpoint.requester
            requestedAt = entry.requestedAt.internetDateTime
            switch entry.outcome {
            case .status(let code): (status, error, message) = (code, nil, nil)
            case .failure(let kind, let text): (status, error, message) = (nil, kind, text)
            }
            nextAllowedAt = entry.nextAllowedAt?.internetDateTime
            rule = entry.rule?.rawValue
            count = entry.requests
        }
    }

    private struct Limit: Encodable {
        let host, resource, requester, resetAt, seenAt: String
        @OrNull var limit: Int?
        let remaining: Int

        init(_ quota: Quota) {
            host = quota.key.host
            resource = quota.key.resource
            requester = quota.key.requester
            limit = quota.limit
            remaining = quota.remaining
            resetAt = quota.resetAt.internetDateTime
            seenAt = quota.reportedAt.internetDateTime
        }
    }

    private struct Need: Encodable {
        let feeds, pollInterval, requestsNeeded, requestsAllowed, interval: Int
        let sentence: String

        init(_ forecast: Forecast) {
            feeds = forecast.feeds
            pollInterval = forecast.pollInterval
            requestsNeeded = forecast.needed
            requestsAllowed = forecast.limit
            interval = forecast.interval
            sentence = forecast.sentence
        }
    }
}

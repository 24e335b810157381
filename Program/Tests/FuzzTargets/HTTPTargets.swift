import Catalog
import Feeds
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// Header fields of answers, and addresses that a person, a link or a variable contains.
enum HTTPTargets {
    private static let names = [
        "Cache-Control", "ETag", "Last-Modified", "Retry-After", "Link", "Content-Type", "Date", "X-Poll-Interval",
        "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Resource", "Expires",
    ].compactMap { HTTPField.Name($0) }

    /// Each line is the value of one field.
    static func headers(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let base = URL(string: "https://a.example/b?c=d")
        _ = (LinkHeader(text, relativeTo: base)["next"], CacheControl(text), HTTPDate(text))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        _ = RetryAfter(text)?.date(from: now)
        var fields = HTTPFields()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (name, line) in zip(names, lines) { fields[name] = String(decoding: line, as: UTF8.self) }
        _ = (LinkHeader(fields, relativeTo: base)["next"], CacheControl(fields), Validators(fields))
        _ = (
            RetryAfter(fields)?.date(from: now), PollInterval(fields), RateLimit(fields, at: now),
            Expires(fields, at: now)
        )
    }

    static func addresses(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = (WebAddress(text), LinkAddress(text), FeedCatalog.all.feed(pasted: text))
        _ = FeedCatalog.all.feed(path: text.split(separator: "/").map(String.init))
        let proxies = Proxies(environment: ["http_proxy": text, "https_proxy": text, "no_proxy": text])
        guard let url = URL(string: text) else { return }
        _ = (HTTPRequest(get: url), url.isOnLoopback, WebAddress(url))
        // An exchange begins with a check of the address; without a subscription, nothing is sent.
        _ = HTTPClient(configuration: .init(proxies: proxies)).response(for: HTTPRequest(get: url))
    }
}

import FreshetHTTP
import Platform
import WebText

/// The address of a web feed, or of a page that names feeds, as it is given: typed, pasted, or part of a feed's key.
struct SiteAddress: Sendable {
    /// The address without user and password.
    let url: URL
    /// Its user and password.
    let credentials: FeedCredentials?
    /// True if a user pasted it, so that it may be a page's, and false if it is part of a feed's key.
    private(set) var isPasted = false

    /// An address; nil unless it begins with `http://` or `https://` and names a host.
    init?(_ address: URL) {
        guard let scheme = address.scheme?.lowercased(), ["http", "https"].contains(scheme),
            address.host()?.isEmpty == false, let bare = address.withoutCredentials
        else { return nil }
        url = bare
        credentials = FeedCredentials(in: address)
    }

    /// Reads typed text: `example.org/feed` or a complete address.
    ///
    /// Without a scheme, the host must contain a dot, or be `localhost` with a port.
    init?(typed text: String) {
        let text = text.pastedAddress
        guard !text.contains(where: \.isWhitespace), let url = URL(address: Self.withScheme(text)) else { return nil }
        self.init(url.standardizedFeedAddress)
    }

    /// Reads pasted text like ``init(typed:)``.
    init?(pasted text: String) {
        self.init(typed: text)
        isPasted = true
    }

    /// The text with `https://` if it begins with a host, or `http://` for this computer; otherwise unchanged.
    private static func withScheme(_ text: String) -> String {
        if text.contains("://") { return text }
        let host = text.prefix { !"/?#:".contains($0) }
        let rest = text.dropFirst(host.count)
        if host.lowercased() == "localhost", rest.first == ":" { return "http://" + text }
        guard host.contains("."), !host.hasPrefix("."), !host.hasSuffix(".") else { return text }
        return (URL(string: "http://" + host)?.isOnLoopback == true ? "http://" : "https://") + text
    }
}

extension URL {
    /// The canonical address, so that a feed has one key: without a fragment, with a lowercase host and a path.
    fileprivate var standardizedFeedAddress: URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        parts.fragment = nil
        parts.scheme = parts.scheme?.lowercased()
        parts.host = parts.host?.lowercased()
        if parts.path.isEmpty { parts.path = "/" }
        return parts.url ?? self
    }
}

import HTTPTypes
import Platform
import WebText

extension HTTPError: CustomStringConvertible {
    /// A sentence that names the host and the problem, and one that says what to do.
    ///
    /// Contains no control characters, and no user or password of the address. The time to retry is in ``RateLimited/retryAt``, so that
    /// callers can format it in the reader's time zone.
    package var description: String {
        switch self {
        case .unreachable(let url, .refused):
            "\(url.site) refused the connection. Check the address and that the server is running."
        case .unreachable(let url, .unknownHost):
            "No server named \(url.host() ?? url.site) was found. Check the address and your network connection."
        case .unreachable(let url, .noNetwork):
            "\(url.site) can't be reached from this network. Check your network connection."
        case .unreachable(let url, .other(let cause)):
            "\(url.site) can't be reached (\(cause)). Check the address and your network connection."
        case .timedOut(let url, .connect): "\(url.site) didn't accept the connection in time. Try again later."
        case .timedOut(let url, .firstByte): "\(url.site) didn't respond in time. Try again later."
        case .timedOut(let url, .whole): "\(url.site) didn't finish its response in time. Try again later."
        case .tls(let url, let cause): TLSCause.message(cause, url.site)
        case .interrupted(let url, 0): "\(url.site) closed the connection without a response. Try again."
        case .interrupted(let url, let received):
            "\(url.site) closed the connection after \(received.counted("byte")) of its response. Try again."
        case .tooLarge(let url, let limit):
            "The response of \(url.site) is larger than the limit of \(Self.size(limit)). Check the address, or try again later."
        case .status(let url, let status, let body): Self.response(url, status, body) + ". " + status.advice
        case .challenge(let url, let challenge):
            "The protection of \(url.site) against robots (\(challenge.vendor)) asks for a browser, so \(url.path()) can't be read. "
                + "Ask the site to let feed readers through, or use another address of the feed."
        case .undecodable(let url, _, _, let body) where body.isWebPage:
            "\(url.site) sent a web page instead of data. If this network requires signing in, open any page in a browser. Otherwise try again later."
        case .undecodable(let url, let path, let problem, let body):
            "The response of \(url.site) can't be read" + (path.isEmpty ? "" : " at \(path)")
                + ": \(problem)." + (body.isEmpty ? "" : " It begins “\(Self.start(of: body, 80))”.")
                + " Try again later."
        case .rateLimited(let url, let limited) where limited.rule == .oneHour:
            "\(url.site) keeps refusing requests. Other programs may use the same token or network address."
        case .rateLimited(let url, let limited):
            limited.usedUp.map { "\(url.site) rate limit reached (\($0) requests)." }
                ?? "\(url.site) asks clients to wait."
        case .tooManyRedirects(let url, let limit):
            "\(url.site) redirected more than \(limit) times. Check the address."
        case .refusedAddress(let url, .insecure(let host)):
            "\(host) redirected to \(url.site) without encryption, so no request was sent. Use an address that begins with https://."
        case .refusedAddress(let url, .privateNetwork):
            "\(url.site) is on this computer or a private network, and a redirect or a link led to it, so no request was sent. If you trust it, follow its address."
        case .refusedAddress(let url, .unknownNetwork):
            "Only the proxy can look up \(url.site), so it may be on a private network, and no request was sent. Let this computer look up its name, or follow its address as an administrator."
        case .refusedAddress(let url, .notAllowed):
            "\(url.site) isn't allowed for this request, so no request was sent."
        case .invalidURL(let text):
            "“\(Self.withoutSecrets(SafeText(line: text, atMost: 200).text))” isn't a web address. Use one that begins with https:// and a host."
        }
    }

    /// The status with which the server responded, for which address, without a period; nil for other errors.
    package var response: String? {
        guard case .status(let url, let status, let body) = self else { return nil }
        return Self.response(url, status, body)
    }

    private static func response(_ url: URL, _ status: HTTPResponse.Status, _ body: String) -> String {
        "\(url.site) responded \(status.code)" + (status.reasonPhrase.isEmpty ? "" : " \(status.reasonPhrase)")
            + " for \(url.path())" + (body.isEmpty || body.isWebPage ? "" : ": “\(start(of: body, 120))”")
    }

    /// An address without user, password and query, which may contain tokens.
    private static func withoutSecrets(_ address: String) -> String {
        var rest = address.prefix { $0 != "?" && $0 != "#" }
        var scheme = ""
        if let range = rest.firstRange(of: "://") {
            scheme = String(rest[..<range.upperBound])
            rest = rest[range.upperBound...]
        }
        let authority = rest.prefix { $0 != "/" }
        return scheme + (authority.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
    }

    private static func start(of body: String, _ count: Int) -> String {
        body.count <= count ? body : body.prefix(count) + "…"
    }

    private static func size(_ bytes: Int) -> String {
        // A loop over pairs of units and sizes was compiled in either of two ways, so that releases weren't reproducible.
        if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
        return "\(bytes) bytes"
    }
}

extension HTTPResponse.Status {
    /// Advice for a reader who meets this status.
    fileprivate var advice: String {
        switch code {
        case 304: "Nothing was sent that it could confirm. Try again later."
        case 401: "It requires signing in. Check the address."
        case 403: "It may require signing in, or block programs. Check the address."
        case 408, 500...: "Try again later."
        default: "Check the address."
        }
    }
}

extension String {
    /// True if the beginning of a body is that of an HTML document.
    fileprivate var isWebPage: Bool {
        let start = drop { $0.isWhitespace }.prefix(14).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}

extension RateLimited {
    /// The limit's number of requests, if the limit is exhausted.
    fileprivate var usedUp: Int? { limit?.remaining == 0 ? limit?.limit : nil }
}

extension URL {
    /// The host and port, which may be shown.
    package var site: String {
        let host = host() ?? "the server"
        return port.map { "\(host):\($0)" } ?? host
    }
}

/// Causes of failed TLS handshakes that readers can fix.
enum TLSCause {
    static let closed = "the server closed the connection"
    static let otherHost = "the certificate is for another host"
    /// BoringSSL's.
    static let unverified = "certificate verify failed"
    /// BoringSSL's.
    static let noTLS = "wrong version number"

    /// A sentence or two with the host and advice.
    static func message(_ cause: String, _ site: String) -> String {
        switch cause {
        case unverified: "The certificate of \(site) can't be verified. Check the address and this computer's date."
        case otherHost: "The certificate of \(site) is for another host. Check the address."
        case noTLS: "\(site) doesn't use TLS on this port. Check the address; it may begin with http://."
        case closed: "\(site) closed the connection before it was secure. Try again later."
        default: "No secure connection to \(site) could be made (\(cause)). Check the address and this computer's date."
        }
    }
}

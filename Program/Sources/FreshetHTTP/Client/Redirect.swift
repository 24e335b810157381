import HTTPTypes
import Platform
import WebText

/// The address and header fields of a request, across redirects (RFC 9110, 15.4).
struct Redirect: Sendable {
    let method: HTTPRequest.Method
    let url: URL
    let origin: Origin
    let headers: HTTPFields

    init(_ method: HTTPRequest.Method, _ address: URL, _ headers: HTTPFields) throws(HTTPError) {
        guard let url = address.withoutUser, let origin = Origin(url) else { throw .invalidURL(address.absoluteString) }
        self.method = method
        self.url = url
        self.origin = origin
        self.headers = headers
    }

    static func isOne(_ status: HTTPResponse.Status) -> Bool { [301, 302, 303, 307, 308].contains(status.code) }

    /// The next request; nil if the response isn't a redirect that can be followed.
    ///
    /// Credentials are sent only to their own origin, or to the same host with encryption:
    /// not to another port, and not to the same host without encryption.
    func next(_ status: HTTPResponse.Status, _ response: HTTPFields) throws(HTTPError) -> Redirect? {
        guard Self.isOne(status) else { return nil }
        guard let location = response[.location], let target = URL(address: location, relativeTo: url)?.absoluteURL
        else {
            throw .status(url, status, body: "it has no valid Location")
        }
        let next = try Redirect(method(after: status), target, headers)
        if origin.scheme == "https", next.origin.scheme != "https" {
            throw .refusedAddress(next.url, .insecure(from: origin.host))
        }
        if origin.sharesCredentials(with: next.origin) { return next }
        return try Redirect(next.method, target, headers.withoutCredentials)
    }
}

extension Redirect {
    /// Only 307 and 308 repeat a request that changes something.
    private func method(after status: HTTPResponse.Status) -> HTTPRequest.Method {
        switch status.code {
        case 303 where method != .head: .get
        case 301 where method == .post, 302 where method == .post: .get
        default: method
        }
    }
}

extension URL {
    /// The address without user, password and fragment: parts that aren't sent must not appear in errors.
    fileprivate var withoutUser: URL? {
        if user() == nil, password() == nil, fragment() == nil { return self }
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        return parts.url
    }
}

extension HTTPFields {
    fileprivate var withoutCredentials: HTTPFields {
        var fields = self
        fields[.authorization] = nil
        fields[.cookie] = nil
        fields[.proxyAuthorization] = nil
        return fields
    }
}

/// The cookies that the responses of a request's redirects set (RFC 6265). Nothing is kept after the request.
///
/// Some sites redirect to a check that sets a cookie and redirects back.
struct RedirectCookies: Sendable {
    fileprivate struct Cookie: Sendable {
        let name: String
        let value: String
        let domain: String
        /// True if subdomains don't receive it.
        let isHostOnly: Bool
        let path: String
        let isSecure: Bool
    }

    private static let maximumCount = 50
    private static let maximumSize = 4096
    private var cookies: [Cookie] = []

    /// Takes the cookies of a response; a cookie replaces one with its name, domain and path.
    mutating func take(_ headers: HTTPFields, from target: Redirect, at now: Date) {
        for text in headers[values: .setCookie] where text.utf8.count <= Self.maximumSize {
            guard let (cookie, isExpired) = Self.cookie(text, target, now) else { continue }
            cookies.removeAll { ($0.name, $0.domain, $0.path) == (cookie.name, cookie.domain, cookie.path) }
            if !isExpired, cookies.count < Self.maximumCount { cookies.append(cookie) }
        }
    }

    /// The header fields of the request with the cookies for its address.
    func added(to target: Redirect) -> HTTPFields {
        let mine = cookies.filter { $0.matches(target) }.map { "\($0.name)=\($0.value)" }
        guard !mine.isEmpty else { return target.headers }
        var headers = target.headers
        headers[.cookie] = ([headers[.cookie]].compactMap { $0 } + mine).joined(separator: "; ")
        return headers
    }

    /// The cookie of a `Set-Cookie`, and true if it has expired; nil if it has no name or is for another host.
    private static func cookie(_ text: String, _ target: Redirect, _ now: Date) -> (Cookie, isExpired: Bool)? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
        guard let pair = parts.first, let sign = pair.firstIndex(of: "="), sign > pair.startIndex else { return nil }
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard let name = sides.first else { continue }
            attributes[name.lowercased()] = sides.count == 2 ? sides[1] : ""
        }
        let host = target.origin.host
        let named = attributes["domain"].flatMap { $0.trimmingPrefix(".").lowercased().ifNotBlank }
        let domain = named ?? host
        // The end of an IP address isn't a domain (RFC 6265, 5.1.3).
        let isAddress = IPAddress(host) != nil
        guard domain == host || !isAddress && domain.contains(".") && host.hasSuffix("." + domain) else { return nil }
        let cookie = Cookie(
            name: pair[..<sign].trimmed, value: pair[pair.index(after: sign)...].trimmed, domain: domain,
            isHostOnly: named == nil || isAddress,
            path: attributes["path"].flatMap { $0.first == "/" ? $0 : nil } ?? target.folder,
            isSecure: attributes["secure"] != nil)
        return (cookie, isExpired(attributes, now))
    }

    private static func isExpired(_ attributes: [String: String], _ now: Date) -> Bool {
        if let age = attributes["max-age"].flatMap({ Int($0) }) { return age <= 0 }
        return attributes["expires"].flatMap { HTTPDate($0, now: now) }.map { $0.date <= now } ?? false
    }
}

extension RedirectCookies.Cookie {
    fileprivate func matches(_ target: Redirect) -> Bool {
        let (host, requested) = (target.origin.host, target.path)
        let isHost = host == domain || !isHostOnly && host.hasSuffix("." + domain)
        let isPath = requested == path || requested.hasPrefix(path.hasSuffix("/") ? path : path + "/")
        return isHost && isPath && (!isSecure || target.origin.scheme == "https")
    }
}

extension Redirect {
    fileprivate var path: String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    /// The path up to its last slash, for cookies without a path (RFC 6265, 5.1.4).
    fileprivate var folder: String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }
}

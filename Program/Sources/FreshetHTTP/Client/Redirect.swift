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

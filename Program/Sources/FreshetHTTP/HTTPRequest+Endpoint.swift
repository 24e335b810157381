import HTTPTypes
import Platform
import WebText

extension HTTPRequest {
    /// A GET request.
    ///
    /// User, password and fragment of the address aren't sent.
    ///
    /// An address without a web scheme makes a request that fails with ``HTTPError/invalidURL(_:)``, while `init(method:url:headerFields:)`
    /// traps without a scheme.
    package init(get url: URL, headers: HTTPFields = [:]) {
        let url = url.absoluteURL
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        let host = url.host(percentEncoded: true).map { $0.contains(":") && $0.first != "[" ? "[\($0)]" : $0 }
        self.init(
            method: .get, scheme: url.scheme?.lowercased(),
            authority: host.map { host in url.port.map { "\(host):\($0)" } ?? host },
            path: (path.isEmpty ? "/" : path) + query, headerFields: headers)
    }
}

extension URL {
    /// The address of an API's endpoint under this base address, with or without a slash at its end.
    ///
    /// Fails with ``HTTPError/invalidURL(_:)``.
    /// - Parameters:
    ///   - path: the endpoint's path, already percent-encoded.
    ///   - query: names as they are written; values are percent-encoded, except slashes.
    package func endpoint(_ path: String, _ query: [(name: String, value: String)] = []) throws(HTTPError) -> URL {
        var text = absoluteString
        // Some upstreams answer 404 to a doubled or trailing slash.
        while text.hasSuffix("/") { text.removeLast() }
        text += "/" + path
        if !query.isEmpty {
            text += "?" + query.map { "\($0.name)=\($0.value.percentEncoded(keeping: "/"))" }.joined(separator: "&")
        }
        guard let url = URL(string: text) else { throw .invalidURL(text) }
        return url
    }
}

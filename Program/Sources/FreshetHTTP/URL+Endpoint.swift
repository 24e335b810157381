import Platform
import WebText

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

import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The HTTP request that delivers a note.
package struct SinkRequest: Sendable {
    /// The request.
    package let request: HTTPRequest
    /// The request's body.
    package let body: Data

    /// The header field with a webhook's signature: `sha256=` and hexadecimal digits.
    static let signatureName = "X-Freshet-Signature"
    /// The header field with the note's id.
    static let idName = "X-Freshet-ID"

    /// Creates a request; nil for sinks that don't use HTTP.
    package init?(_ note: Note, to sink: Sink) throws {
        guard let url = URL(string: sink.target) else { return nil }
        var request = HTTPRequest(get: url)
        request.method = .post
        Self.add(Self.idName, note.id, to: &request)
        switch sink.kind {
        case .webhook:
            body = try note.json()
            request.headerFields[.contentType] = "application/json"
            if let secret = sink.secret {
                Self.add(Self.signatureName, "sha256=" + body.hmacSHA256(key: secret), to: &request)
            }
        case .ntfy:
            // Published as JSON, because titles in headers couldn't contain every character.
            let topic = url.lastPathComponent
            request.path = Self.folder(of: url)
            body = try JSONEncoder.documents.encode(
                Publication(topic: topic, title: note.title, message: note.body, click: note.url))
            request.headerFields[.contentType] = "application/json"
            if let secret = sink.secret { request.headerFields[.authorization] = "Bearer " + secret }
        case .desktop, .exec, .email: return nil
        }
        self.request = request
    }

    private static func add(_ name: String, _ value: String, to request: inout HTTPRequest) {
        if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }

    private static func folder(of url: URL) -> String {
        let parts = url.path(percentEncoded: true).split(separator: "/").dropLast()
        return "/" + parts.map { $0 + "/" }.joined()
    }

    private struct Publication: Encodable {
        let topic, title, message: String
        let click: String?
    }
}

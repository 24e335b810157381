import HTTPTypes
import Platform

/// A complete response.
package struct HTTPReply: Sendable {
    /// The request; after redirects, still the first one.
    package let request: HTTPRequest
    /// The address that answered, after redirects.
    package let url: URL
    /// The target of permanent redirects (301, 308); nil if there were none, or others preceded them.
    package let movedTo: URL?
    /// Whether it came from this computer or a private network that ``RequestBounds/privateOrigins`` allowed, or may have, as
    /// ``RequestBounds/reachesUnknownNetworks`` allows. False where those
    /// were nil: the program then knows the address.
    package let isPrivate: Bool
    /// The status: a success (2xx) or 304.
    package let status: HTTPResponse.Status
    /// The header fields.
    package let headers: HTTPFields
    /// The decompressed body.
    package let body: Data

    /// Creates a response, for other transports and tests.
    package init(
        request: HTTPRequest, url: URL, movedTo: URL? = nil, isPrivate: Bool = false, status: HTTPResponse.Status,
        headers: HTTPFields,
        body: Data
    ) {
        self.request = request
        self.url = url
        self.movedTo = movedTo
        self.isPrivate = isPrivate
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Decodes the body as JSON.
    ///
    /// Invalid UTF-8 costs the character, not the document: it is replaced by U+FFFD. Fails with ``HTTPError/undecodable(_:codingPath:problem:body:)``.
    package func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(HTTPError) -> Value {
        let isValid = String(validating: body, as: UTF8.self) != nil
        let json = isValid ? body : Data(String(decoding: body, as: UTF8.self).utf8)
        do { return try decoder.decode(type, from: json) } catch { throw HTTPError(decoding: error, body, from: url) }
    }
}

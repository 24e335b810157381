public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A whole answer: its body has arrived to the last byte.
public struct HTTPReply: Sendable {
    /// What was asked; after redirects still the first request.
    public let request: HTTPRequest
    /// Where the answer came from, after redirects.
    public let url: URL
    /// Where redirects that hold for good (301, 308) led; nil where there were none, or others before them.
    public let movedTo: URL?
    /// A success (2xx), or 304.
    public let status: HTTPResponse.Status
    /// The answer's header fields.
    public let headers: HTTPFields
    /// The body, decompressed.
    public let body: Data

    /// Puts together an answer, as another transport or a test does.
    public init(
        request: HTTPRequest, url: URL, movedTo: URL? = nil, status: HTTPResponse.Status, headers: HTTPFields,
        body: Data
    ) {
        self.request = request
        self.url = url
        self.movedTo = movedTo
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body read as JSON.
    ///
    /// Fails with ``HTTPError/undecodable(_:codingPath:problem:body:)``, which says where and what.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(HTTPError) -> Value {
        do { return try decoder.decode(type, from: body) } catch { throw HTTPError(decoding: error, body, from: url) }
    }
}

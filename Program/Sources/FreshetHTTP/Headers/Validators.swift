import HTTPTypes

/// The validators of a document, to be sent byte for byte (RFC 9110, 8.8).
package struct Validators: Sendable, Hashable, Codable {
    /// The `ETag`, with its quotes and `W/`.
    package var eTag: String?
    /// The `Last-Modified`.
    package var lastModified: String?

    /// Creates validators.
    package init(eTag: String? = nil, lastModified: String? = nil) {
        self.eTag = eTag
        self.lastModified = lastModified
    }

    /// The validators of a response; nil if it has none.
    package init?(_ headers: HTTPFields) {
        self.init(eTag: headers[.eTag], lastModified: headers[.lastModified])
        if eTag == nil, lastModified == nil { return nil }
    }

    /// Makes a request conditional: `If-None-Match` and `If-Modified-Since`.
    package func apply(to headers: inout HTTPFields) {
        if let eTag { headers[.ifNoneMatch] = eTag }
        if let lastModified { headers[.ifModifiedSince] = lastModified }
    }

    /// Whether a request with these header fields is conditional.
    package static func areSent(in headers: HTTPFields) -> Bool {
        headers[.ifNoneMatch] != nil || headers[.ifModifiedSince] != nil
    }
}

import HTTPTypes
import Platform
import WebText

/// The freshness of a response (RFC 9111, 5.2).
package struct CacheControl: Sendable, Hashable {
    /// Seconds, at most 2³¹; nil with `no-cache` or `no-store`.
    ///
    /// `s-maxage` is for shared caches and ignored.
    package var maxAge: Int?
    /// The response may be stored, but must be validated before use.
    package var noCache = false
    /// The response must not be stored.
    package var noStore = false

    /// The field of a response; nil if it is missing.
    package init?(_ headers: HTTPFields) {
        guard let text = headers[.cacheControl] else { return nil }
        self.init(text)
    }

    /// Parses the field's value; ignores unknown directives.
    package init(_ text: String) {
        for directive in HeaderText.parts(of: text, by: ",") {
            let (name, value) = HeaderText.parameter(directive)
            switch name {
            case "max-age": if maxAge == nil { maxAge = value.flatMap { HeaderText.number($0) } }
            // With a value, it applies only to some header fields.
            case "no-cache": if value == nil { noCache = true }
            case "no-store": noStore = true
            default: break
            }
        }
        if noCache || noStore { maxAge = nil }
    }
}

/// The freshness of a response without a `max-age` (RFC 9111, 5.3).
package struct Expires: Sendable, Hashable {
    /// Seconds after the response; 0 if the date is past or can't be read.
    package let seconds: TimeInterval

    /// The field of a response; nil if it is missing, or if `Cache-Control` overrides it.
    /// - Parameter now: the time of the response's arrival, which replaces a missing `Date`.
    package init?(_ headers: HTTPFields, at now: Date) {
        guard let text = headers[.expires] else { return nil }
        if let control = CacheControl(headers), control.maxAge != nil || control.noCache || control.noStore {
            return nil
        }
        let start = headers[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
        seconds = max(0, HTTPDate(text, now: now)?.date.timeIntervalSince(start) ?? 0)
    }
}

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

    /// True if a request with these header fields is conditional.
    package static func areSent(in headers: HTTPFields) -> Bool {
        headers[.ifNoneMatch] != nil || headers[.ifModifiedSince] != nil
    }
}

/// The response to a conditional request (RFC 9110, 13).
package enum Conditional<Value> {
    /// A new version.
    case modified(Value)
    /// 304: the known version is current.
    case notModified

    /// Returns the response with its value transformed. Rethrows errors of `transform`.
    package func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Conditional<Result> {
        switch self {
        case .modified(let value): .modified(try transform(value))
        case .notModified: .notModified
        }
    }
}

extension Conditional: Sendable where Value: Sendable {}
extension Conditional: Equatable where Value: Equatable {}

import HTTPTypes

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

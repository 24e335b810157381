public import HTTPTypes

/// How long an answer stays fresh (RFC 9111, 5.2).
public struct CacheControl: Sendable, Hashable {
    /// Seconds, at most 2³¹; nil beside `no-cache` and `no-store`.
    ///
    /// `s-maxage` is for shared caches and not read.
    public var maxAge: Int?
    /// It may be kept, but not used without asking.
    public var noCache = false
    /// It may not be kept.
    public var noStore = false

    /// That of an answer; nil if it has none.
    public init?(_ headers: HTTPFields) {
        guard let text = headers[.cacheControl] else { return nil }
        self.init(text)
    }

    /// Reads the field's value; directives that are not known are passed over.
    public init(_ text: String) {
        for directive in HeaderText.parts(of: text, by: ",") {
            let (name, value) = HeaderText.parameter(directive)
            switch name {
            case "max-age": if maxAge == nil { maxAge = value.flatMap { HeaderText.number($0) } }
            // With a value it is about some header fields only.
            case "no-cache": if value == nil { noCache = true }
            case "no-store": noStore = true
            default: break
            }
        }
        if noCache || noStore { maxAge = nil }
    }
}

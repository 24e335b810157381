public import HTTPTypes

/// How long an answer stays fresh (RFC 9111, 5.2).
public struct CacheControl: Sendable, Hashable {
    /// Seconds; `s-maxage` is for shared caches and not read.
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
        for directive in text.split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1).map { part in
                part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            }
            switch parts.first.map({ String($0).lowercased() }) {
            case "max-age":
                let value = parts.count > 1 ? String(parts[1]).filter { $0 != "\"" } : ""
                maxAge = Int(value).flatMap { $0 >= 0 ? $0 : nil }
            case "no-cache": noCache = true
            case "no-store": noStore = true
            default: break
            }
        }
        if noCache || noStore { maxAge = nil }
    }
}

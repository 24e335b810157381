/// The encodings a client accepts (RFC 9110, 12.5.3).
struct AcceptEncoding: Sendable, Hashable {
    /// Whether the client accepts gzip explicitly.
    let allowsGzip: Bool

    /// Reads the field's value, several fields joined by commas; nil if there is none.
    init(_ text: String?) {
        var named: Bool?
        var others: Bool?
        for part in (text ?? "").lowercased().split(separator: ",") {
            let parameters = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let isAllowed = parameters.dropFirst().allSatisfy { !Self.isZero($0) }
            switch parameters.first {
            case "gzip", "x-gzip": named = isAllowed
            case "*": others = isAllowed
            default: break
            }
        }
        allowsGzip = named ?? others ?? false
    }

    /// `q=0`, `q=0.0`, `q=0.00`, `q=0.000`.
    private static func isZero(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." }
    }
}

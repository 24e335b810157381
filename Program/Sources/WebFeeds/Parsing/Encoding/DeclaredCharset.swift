/// The encoding that a document declares in its first bytes.
enum DeclaredCharset {
    /// The label in `<?xml … encoding="…"?>`, or in HTML's `<meta charset="…">`; nil without one.
    static func label(in body: UnsafeBufferPointer<UInt8>) -> String? {
        let head = String(decoding: body.prefix(1024), as: UTF8.self)
        if let start = head.firstRange(of: "<?xml"), let end = head[start.upperBound...].firstRange(of: "?>"),
            let label = value(of: "encoding", in: head[start.upperBound..<end.lowerBound])
        {
            return label
        }
        var rest = head[...]
        while let start = rest.firstRange(of: "<meta") {
            rest = rest[start.upperBound...]
            if let label = value(of: "charset", in: rest.prefix { $0 != ">" }) { return label }
        }
        return nil
    }

    private static func value(of name: String, in text: Substring) -> String? {
        guard let found = text.firstRange(of: name) else { return nil }
        let rest = text[found.upperBound...].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        let label = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
            .prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
        return label.isEmpty ? nil : String(label)
    }
}

/// The encoding that a document declares in its first bytes.
enum DeclaredCharset {
    /// The label in `<?xml … encoding="…"?>`, or in HTML's `<meta charset="…">`; nil without one.
    static func label(in body: UnsafeBufferPointer<UInt8>) -> String? {
        let end = min(1024, body.count)
        if let start = body.firstIndex(of: "<?xml", from: 0, to: end),
            let last = body.firstIndex(of: "?>", from: start, to: end),
            let label = value(of: "encoding", in: body, from: start, to: last)
        {
            return label
        }
        var position = 0
        while let start = body.firstIndex(of: "<meta", from: position, to: end) {
            position = start + 5
            let last = body.firstIndex(of: UInt8(ascii: ">"), from: position, to: end) ?? end
            if let label = value(of: "charset", in: body, from: position, to: last) { return label }
        }
        return nil
    }

    private static func value(
        of name: StaticString, in body: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
    ) -> String? {
        guard let found = body.firstIndex(of: name, from: start, to: end) else { return nil }
        var rest = body[(found + name.utf8CodeUnitCount)..<end].drop { $0.isSpace }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        let label = rest.prefix { $0.isReferenceCharacter && $0 < 0x80 }
        return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
    }
}

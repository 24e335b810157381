import Platform

/// Parses web addresses in documents.
package enum WebLinks {
    /// The absolute `http` or `https` address of `text`; nil for any other.
    package static func url(_ text: String?, base: URL?) -> URL? {
        guard let text, let trimmed = trimmed(text), trimmed.utf8.count <= 4096 else { return nil }
        let isAbsolute = hasScheme(trimmed)
        guard
            let url = isAbsolute
                ? URL(address: trimmed) : base.flatMap({ URL(address: trimmed, relativeTo: $0)?.absoluteURL }),
            let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http", url.host?.isEmpty == false
        else { return nil }
        return url
    }

    /// The base for relative addresses: a new one, relative to the current one.
    package static func base(_ text: String, relativeTo base: URL?) -> URL? { url(text, base: base) ?? base }

    /// Whether the text begins with a scheme and a colon.
    package static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first, first.isLetter
        else { return false }
        return text.utf8[..<colon].allSatisfy {
            $0.isLetter || (0x30...0x39).contains($0)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
        }
    }

    /// Without white space at the ends and line breaks inside, like in browsers.
    private static func trimmed(_ text: String) -> String? {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let part = text[first...last]
        let hasBreaks = part.utf8.contains { $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
        return hasBreaks ? String(part.unicodeScalars.filter { !["\n", "\r", "\t"].contains($0) }) : String(part)
    }
}

extension UInt8 {
    @inlinable package var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }
}

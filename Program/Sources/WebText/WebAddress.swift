import Platform

/// The address of a link: `http` or `https` with a host.
package struct WebAddress: Sendable, Hashable {
    /// The address, safe in a quoted attribute once it is escaped.
    package let text: String

    /// Nil unless the URL is a web address.
    package init?(_ url: URL) { self.init(url.absoluteString) }

    /// Nil unless the text is a web address of at most 4,096 bytes without spaces.
    package init?(_ address: String) {
        guard address.utf8.count <= 4096, !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == 0x5c })
        else { return nil }
        let lower = address.prefix(8).lowercased()
        let rest = lower.hasPrefix("https://") ? address.dropFirst(8) : address.dropFirst(7)
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://"), let first = rest.first,
            first.isLetter || first.isNumber || first == "["
        else { return nil }
        text = address
    }
}

/// The address of a link in a text: a web address or a mailbox.
package struct LinkAddress: Sendable, Hashable {
    /// The address, safe in a quoted attribute once it is escaped.
    package let text: String

    /// Nil unless the text is a web address, or `mailto:` with one mailbox.
    ///
    /// White space at the ends and line breaks are ignored, like in browsers. The query of `mailto:` is dropped.
    package init?(_ address: String) {
        var address = address.trimmed
        if address.utf8.contains(where: { $0 <= 0x20 }) {
            address = String(address.unicodeScalars.filter { !["\n", "\r", "\t"].contains($0) })
                .split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        }
        if let web = WebAddress(address) {
            text = web.text
        } else if let mailbox = Self.mailbox(address) {
            text = "mailto:" + mailbox
        } else {
            return nil
        }
    }

    private static func mailbox(_ address: String) -> String? {
        guard address.prefix(7).lowercased() == "mailto:" else { return nil }
        let mailbox = address.dropFirst(7).prefix { $0 != "?" }
        let parts = mailbox.split(separator: "@", omittingEmptySubsequences: false)
        guard mailbox.utf8.count <= 254, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            mailbox.utf8.allSatisfy({ $0.isMailboxCharacter }),
            // Encoded line breaks would add header fields to the message (RFC 6068, section 7).
            mailbox.percentDecoded?.hasControlCharacters == false
        else { return nil }
        return String(mailbox)
    }
}

extension UInt8 {
    fileprivate var isMailboxCharacter: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || "@.+-_%".utf8.contains(self)
    }
}

/// A parser of web addresses in documents.
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

    /// Returns true if the text begins with a scheme and a colon.
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

extension URL {
    /// An address that a document, a header or a person gives, as browsers read it.
    ///
    /// Bytes that an address doesn't allow are escaped. Foundation would escape existing escapes once more.
    package init?(address text: some StringProtocol, relativeTo base: URL? = nil) {
        self.init(string: text.percentEncodedAddress, relativeTo: base)
    }
}

extension StringProtocol {
    /// The address in pasted text: without brackets or quotes around it, and with a web address for `feed:`.
    package var pastedAddress: String {
        var text = trimmed
        for (open, close) in [("<", ">"), ("\"", "\"")]
        where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            text = text.dropFirst().dropLast().trimmed
        }
        return text.withoutFeedScheme
    }

    /// True if the path of a web address ends like that of a feed, such as `news/atom.xml`.
    package var namesFeedDocument: Bool {
        let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".atom", ".rss", ".xml", ".rdf"].contains { path.hasSuffix($0) }
    }

    /// The web address for `feed:https://…` and `feed://…`, which links to subscribe have, and podcasts' forms of it.
    package var withoutFeedScheme: String {
        let lower = prefix(16).lowercased()
        for scheme in ["feed:", "itpc:", "pcast:", "podcast:"] where lower.hasPrefix(scheme) {
            let rest = dropFirst(scheme.count)
            return rest.hasPrefix("//") ? "http:" + rest : String(rest)
        }
        return String(self)
    }
}

/// Parameters of addresses that count visitors and name no other page.
package enum TrackingParameters {
    /// True if `pair`, such as `utm_source=feed`, is one of them.
    package static func contains(_ pair: some StringProtocol) -> Bool {
        let name = pair.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("utm_") || ["fbclid", "gclid", "mc_cid", "mc_eid", "igshid"].contains(name)
    }
}

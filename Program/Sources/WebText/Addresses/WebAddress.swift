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

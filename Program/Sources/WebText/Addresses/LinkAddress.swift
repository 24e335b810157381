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

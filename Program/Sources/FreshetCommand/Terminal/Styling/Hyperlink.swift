/// A web address that text on a terminal may link to (OSC 8).
///
/// Only `http` and `https` with a host: the terminal opens it on a click. Everything but printable ASCII is percent-encoded, so that it can hold no control sequence.
struct Hyperlink: Hashable, Sendable {
    let address: String

    /// VTE and iTerm2 ignore what is longer.
    private static let longestAddress = 2083

    init?(_ address: String) {
        let encoded = address.utf8.allSatisfy(Self.isKept) ? address : Self.encoded(address)
        guard encoded.utf8.count <= Self.longestAddress, let schemeEnd = encoded.firstIndex(of: ":") else { return nil }
        let scheme = encoded[..<schemeEnd].lowercased()
        let rest = encoded[schemeEnd...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("://") else { return nil }
        guard let first = rest.dropFirst(3).first, !"/?#:".contains(first) else { return nil }
        self.address = encoded
    }

    private static func encoded(_ address: String) -> String {
        address.utf8.reduce(into: "") { encoded, byte in
            if isKept(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Printable ASCII but for what RFC 3986 allows nowhere in an address.
    private static func isKept(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"): false
        case UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"): false
        default: 0x21..<0x7F ~= byte
        }
    }

    func applied(to text: String) -> String {
        text.isEmpty ? text : "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}

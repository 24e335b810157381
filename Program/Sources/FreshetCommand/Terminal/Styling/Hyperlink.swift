import WebText

/// A web address that text on a terminal links to (OSC 8).
///
/// Only `http` and `https` with a host, because terminals open it on a click. Percent-encoded, so that it can't contain control sequences.
struct Hyperlink: Hashable, Sendable {
    let address: String

    /// VTE and iTerm2 ignore what is longer.
    private static let longestAddress = 2083

    init?(_ address: String) {
        let encoded = address.percentEncodedAddress
        let bytes = encoded.utf8
        guard bytes.count <= Self.longestAddress, let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let scheme = encoded[..<schemeEnd].lowercased()
        let rest = encoded[schemeEnd...].utf8
        guard scheme == "http" || scheme == "https", rest.starts(with: "://".utf8) else { return nil }
        guard let first = rest.dropFirst(3).first, !"/?#:".utf8.contains(first) else { return nil }
        self.address = encoded
    }

    func applied(to text: String) -> String {
        text.isEmpty ? text : "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}

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
        guard encoded.utf8.count <= Self.longestAddress, let schemeEnd = encoded.firstIndex(of: ":") else { return nil }
        let scheme = encoded[..<schemeEnd].lowercased()
        let rest = encoded[schemeEnd...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("://") else { return nil }
        guard let first = rest.dropFirst(3).first, !"/?#:".contains(first) else { return nil }
        self.address = encoded
    }

    func applied(to text: String) -> String {
        text.isEmpty ? text : "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}

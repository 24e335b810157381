/// An IP address, with the network that counts as one client.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// Four bytes, or sixteen.
    package let bytes: [UInt8]

    /// Reads `192.0.2.1`, `2001:db8::1` and, as proxies write them, `192.0.2.1:80` and `[2001:db8::1]:80`.
    package init?(_ text: some StringProtocol) {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        if text.first == "[" {
            text = text.dropFirst().prefix { $0 != "]" }
        } else if text.count(where: { $0 == ":" }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        // An interface (RFC 4007, section 11) isn't part of the address.
        text = text.prefix { $0 != "%" }
        var bytes = Array(repeating: UInt8(0), count: 16)
        if inet_pton(AF_INET, String(text), &bytes) == 1 {
            bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, String(text), &bytes) != 1 {
            return nil
        } else if bytes.starts(with: Self.mapped) {
            bytes = Array(bytes.suffix(4))
        }
        self.bytes = bytes
    }

    package var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        var text = Array(repeating: CChar(0), count: 46)
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the address is loopback.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether a host is this computer: `localhost`, or a loopback address.
    package static func isLoopback(host: String) -> Bool {
        host.lowercased() == "localhost" || IPAddress(host)?.isLoopback ?? false
    }

    /// The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address.
    package var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    /// The prefix of an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
}

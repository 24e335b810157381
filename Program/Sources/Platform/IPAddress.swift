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

    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// True if a host is this computer: `localhost`, or a loopback address.
    package static func isLoopback(host: String) -> Bool {
        host.lowercased() == "localhost" || IPAddress(host)?.isLoopback ?? false
    }

    /// The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address.
    package var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    /// The prefix of an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
}

/// A range of IP addresses: a single one, or those with the same prefix (RFC 4632).
package struct IPNetwork: Sendable, Hashable {
    private let address: IPAddress
    /// The number of bits of the address that count.
    private let length: Int

    /// Reads `192.0.2.1`, `192.0.2.0/24` and `2001:db8::/32`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
        let bits = address.bytes.count * 8
        guard parts.count > 1 else {
            (self.address, length) = (address, bits)
            return
        }
        guard parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let length = Int(parts[1]),
            length <= bits
        else { return nil }
        (self.address, self.length) = (address, length)
    }

    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, length - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }
}

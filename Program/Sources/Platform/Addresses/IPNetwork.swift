/// A range of IP addresses: a single one, or those with the same prefix (RFC 4632).
package struct IPNetwork: Sendable, Hashable {
    private let address: IPAddress
    /// How many bits of the address count.
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

    /// Whether the address is in the range.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, length - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }
}

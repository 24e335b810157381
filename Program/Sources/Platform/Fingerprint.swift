/// 128 bits that identify a text, the same in every process and version.
///
/// Collisions can be made on purpose, so security must not depend on it.
package struct Fingerprint: Sendable, Hashable {
    private let bits: UInt128

    /// The FNV-1a hash of the text's UTF-8.
    package init(of text: String) { bits = FNV1a.hash128(text.utf8) }

    /// 32 hexadecimal digits.
    package var hexadecimal: String { bits.hexadecimal }

    /// `urn:uuid:…` of version 8 (RFC 9562, 5.8), derived from the text.
    package var urn: String {
        let version: UInt128 = 0x8 << 76
        let variant: UInt128 = 0b10 << 62
        let marked = bits & ~(UInt128(0xf) << 76) & ~(UInt128(0b11) << 62) | version | variant
        let digits = Array(marked.hexadecimal)
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }
}

/// FNV-1a hashes (draft-eastlake-fnv): the same in every process and version.
///
/// They distinguish versions of a text. Collisions can be made on purpose, so security must not depend on them.
package enum FNV1a {
    /// The 64-bit hash.
    @inlinable
    package static func hash64(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// The 128-bit hash.
    @inlinable
    package static func hash128(_ bytes: some Sequence<UInt8>) -> UInt128 {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        return hash
    }
}

extension FixedWidthInteger {
    /// The value in hexadecimal digits, two for each byte. The value must not be negative.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

extension SystemRandomNumberGenerator {
    /// Random bytes in hexadecimal digits.
    package static func hexadecimal(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator).hexadecimal }.joined()
    }
}

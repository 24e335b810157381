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

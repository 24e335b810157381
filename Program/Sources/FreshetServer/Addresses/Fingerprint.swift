/// 128 bits that stand for a text, the same in every process and version: FNV-1a (draft-eastlake-fnv).
///
/// Two texts have the same one by accident never in practice, on purpose easily: nothing secret and nobody's rights may hang on it.
struct Fingerprint: Sendable, Hashable {
    private let bits: UInt128

    init(of text: String) {
        var bits: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in text.utf8 { bits = (bits ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        self.bits = bits
    }

    /// 32 hexadecimal digits.
    var hexadecimal: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// A name for what the text names, as `urn:uuid:…` of version 8 (RFC 9562, 5.8).
    var urn: String {
        let version: UInt128 = 0x8 << 76
        let variant: UInt128 = 0b10 << 62
        let marked = bits & ~(UInt128(0xf) << 76) & ~(UInt128(0b11) << 62) | version | variant
        let digits = Array((String(repeating: "0", count: 32) + String(marked, radix: 16)).suffix(32))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }
}

/// Changes documents in repeatable ways.
package struct Mutations: Sendable {
    private var numbers: SplitMix64
    private static let alphabet =
        Array("<>&;\"'/!?[]{}()|*+^$.:,\\=#%@-x0 9e\0\u{1}\u{7f}\n\r\t".utf8) + [
            0x80, 0xc2, 0xc3, 0xed, 0xef, 0xbf, 0xff,
        ]
    private static let words = [
        "-1", "1e400", "99999999999999999999", "null", "true", "\"\"", "[[[[", "{\"a\":", "\\ud800", "\u{301}\u{301}",
        "2026-02-30T25:61:61Z", "9223372036854775807", "-9223372036854775808", "0.1e-400", "%", "&#x110000;",
        "<![CDATA[",
    ].map { Array($0.utf8) }

    /// Mutations that a seed determines.
    package init(seed: UInt64) { numbers = SplitMix64(state: seed) }

    /// A document with one to eight changes.
    package mutating func mutated(_ document: [UInt8]) -> [UInt8] {
        var bytes = document
        for _ in 0..<Int.random(in: 1...8, using: &numbers) {
            let place = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, place + Int.random(in: 0...16, using: &numbers))
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes.insert(Self.alphabet.randomElement(using: &numbers) ?? 0, at: place)
            case 1: bytes.insert(contentsOf: Self.words.randomElement(using: &numbers) ?? [], at: place)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &numbers))
            case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers) }
            default: bytes.replaceSubrange(place..<end, with: Self.words.randomElement(using: &numbers) ?? [])
            }
        }
        return bytes
    }
}

/// A repeatable source of numbers.
struct SplitMix64: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

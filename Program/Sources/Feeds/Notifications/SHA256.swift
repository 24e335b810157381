#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// SHA-256 (FIPS 180-4), and HMAC with it (RFC 2104), for webhooks and sessions.
package enum SHA256 {
    private static let constants: [UInt32] = primes.prefix(64).map { fraction(Double($0), root: .cube) }
    private static let initial: [UInt32] = primes.prefix(8).map { fraction(Double($0), root: .square) }

    private enum Root { case square, cube }

    private static let primes: [Int] = (2..<312).filter { number in
        (2..<number).allSatisfy { $0 * $0 > number || number % $0 != 0 }
    }

    /// The first 32 bits of the fractional part of a root, found in integers: doubles have too few digits.
    private static func fraction(_ number: Double, root: Root) -> UInt32 {
        let number = UInt64(number)
        // The largest x with x² ≤ n · 2⁶⁴, or x³ ≤ n · 2⁹⁶.
        var low: UInt64 = 0, high: UInt64 = 1 << 37
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if isAtMost(middle, number, root) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static func isAtMost(_ x: UInt64, _ number: UInt64, _ root: Root) -> Bool {
        let square = x.multipliedFullWidth(by: x)
        switch root {
        case .square: return square.high < number || square.high == number && square.low == 0
        case .cube:
            // x³ = square · x, compared with number · 2⁹⁶.
            let low = square.low.multipliedFullWidth(by: x)
            let high = square.high.multipliedFullWidth(by: x)
            let (middle, carry) = low.high.addingReportingOverflow(high.low)
            let top = high.high + (carry ? 1 : 0)
            let (boundTop, boundMiddle) = (number >> 32, number << 32)
            return (top, middle) < (boundTop, boundMiddle) || (top, middle) == (boundTop, boundMiddle) && low.low == 0
        }
    }

    static func hash(_ data: some Sequence<UInt8>) -> [UInt8] {
        var message = Array(data)
        let bits = UInt64(message.count) * 8
        message.append(0x80)
        message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
        message += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        var state = initial
        for start in stride(from: 0, to: message.count, by: 64) { compress(&state, message[start..<start + 64]) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// The authentication code as hexadecimal digits.
    package static func hmac(_ data: Data, key: String) -> String {
        var key = Array(key.utf8)
        if key.count > 64 { key = hash(key) }
        key += Array(repeating: 0, count: 64 - key.count)
        let inner = hash(key.map { $0 ^ 0x36 } + Array(data))
        return hash(key.map { $0 ^ 0x5C } + inner).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    private static func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
        func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
        var words = Array(repeating: UInt32(0), count: 64)
        for index in 0..<16 {
            words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[block.startIndex + index * 4 + $1]) }
        }
        for index in 16..<64 {
            let (two, fifteen) = (words[index - 2], words[index - 15])
            let one = rotate(fifteen, 7) ^ rotate(fifteen, 18) ^ fifteen >> 3
            let other = rotate(two, 17) ^ rotate(two, 19) ^ two >> 10
            words[index] = words[index - 16] &+ one &+ words[index - 7] &+ other
        }
        var v = state
        for index in 0..<64 {
            let one = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)
            let choice = v[4] & v[5] ^ ~v[4] & v[6]
            let first = v[7] &+ one &+ choice &+ constants[index] &+ words[index]
            let zero = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)
            let second = zero &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
            v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ v[index] }
    }
}

import Platform
import WebText

/// Reproducible random numbers: the same seed, topic and number yield the same sequence.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64, _ topic: String, _ number: Int = 0) {
        state =
            Self.mixed(seed &+ FNV1a.hash64(topic.utf8))
            ^ Self.mixed(UInt64(bitPattern: Int64(number)) &+ 0x9e37_79b9_7f4a_7c15)
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mixed(state)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// An integer in the range. Ranges here are small, so the bias of the remainder is negligible.
    mutating func number(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound))
    }

    /// A number from 0 up to 1.
    mutating func fraction() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }

    mutating func fraction(_ range: Range<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }

    /// Returns true once in `count` calls.
    mutating func happens(onceIn count: Int) -> Bool {
        number(0..<count) == 0
    }

    /// An element of a list that isn't empty.
    mutating func one<Value>(of values: [Value]) -> Value {
        values[number(0..<values.count)]
    }

    /// Returns a number of hexadecimal digits.
    mutating func hex(_ count: Int) -> String {
        var digits = ""
        while digits.count < count {
            let some = String(next(), radix: 16)
            digits += String(repeating: "0", count: 16 - some.count) + some
        }
        return String(digits.prefix(count))
    }
}

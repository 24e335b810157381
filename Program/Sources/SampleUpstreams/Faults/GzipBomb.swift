/// A small gzip file of 227 MB of spaces, which a JSON parser would read to the end.
///
/// One deflate block (RFC 1951) whose Huffman codes give the longest match, 258 bytes at distance 1, in two zero bits:
/// each zero byte of the file expands to 1,032 spaces.
enum GzipBomb {
    /// The expanded size in bytes.
    static let expandedCount = 1 + zeroBytes * 1032

    private static let zeroBytes = 220_000

    static let bytes: [UInt8] = {
        var bits = BitWriter()
        bits.append(1, count: 1)  // the last block
        bits.append(2, count: 2)  // with its own codes
        bits.append(29, count: 5)  // 286 literal and length codes
        bits.append(0, count: 5)  // 1 distance code
        bits.append(14, count: 4)  // 18 code length codes, in the order of RFC 1951, 3.2.7: 16, 17, 18, …, 2, 14, 1
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.append(length, count: 3) }
        // Now "repeat zero" is 0, the length 1 is 10, the length 2 is 11 (first bit first).
        bits.zeros(32)
        bits.lengthTwo()  // the space: code 10
        bits.zeros(138)
        bits.zeros(85)
        bits.lengthTwo()  // the end of the block: code 11
        bits.zeros(28)
        bits.lengthOne()  // a match of 258: code 0
        bits.lengthOne()  // the distance 1: code 0
        bits.append(0b01, count: 2)  // one space
        bits.appendZeroBits(count: zeroBytes * 8)  // and so on
        bits.append(0b11, count: 2)  // the end
        let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        return header + bits.bytes + little(crc) + little(UInt32(truncatingIfNeeded: expandedCount))
    }()

    /// The CRC-32 of `expandedCount` spaces, computed once because it is slow.
    private static let crc: UInt32 = 0x1C62_4803

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

/// Bits packed from the lowest bit of each byte, as in deflate.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    mutating func append(_ value: Int, count: Int) {
        for bit in 0..<count {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            bytes[bytes.count - 1] |= UInt8((value >> bit) & 1) << (8 - free)
            free -= 1
        }
    }

    mutating func appendZeroBits(count: Int) {
        let whole = max(0, count - free)
        append(0, count: count - whole)
        bytes.append(contentsOf: repeatElement(0, count: whole / 8))
        append(0, count: whole % 8)
    }

    /// Code length code 18: 11 to 138 unused symbols.
    mutating func zeros(_ count: Int) {
        append(0, count: 1)
        append(count - 11, count: 7)
    }

    mutating func lengthOne() { append(0b01, count: 2) }
    mutating func lengthTwo() { append(0b11, count: 2) }
}

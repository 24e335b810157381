/// A PNG picture in two colors (ISO/IEC 15948), one bit per pixel, uncompressed.
struct TwoColorPNG {
    /// Red, green and blue.
    typealias Color = [UInt8]

    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// A square picture; `isMarked` returns the pixels with the second color.
    init(size: Int, _ colors: (Color, Color), isMarked: (_ x: Int, _ y: Int) -> Bool) {
        // One bit per pixel, a palette, no interlacing.
        add("IHDR", Self.big(size) + Self.big(size) + [1, 3, 0, 0, 0])
        add("PLTE", colors.0 + colors.1)
        var rows: [UInt8] = []
        for y in 0..<size {
            rows.append(0)  // no filter
            for byte in 0..<(size + 7) / 8 {
                rows.append((0..<8).reduce(0) { $0 << 1 | (isMarked(byte * 8 + $1, y) ? 1 : 0) })
            }
        }
        add("IDAT", Self.stored(rows))
        add("IEND", [])
    }

    private mutating func add(_ name: String, _ content: [UInt8]) {
        let named = Array(name.utf8) + content
        bytes += Self.big(content.count) + named + Self.big(Int(SampleResponse.checksum(of: named)))
    }

    /// In zlib's format (RFC 1950), uncompressed.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 1]
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let length = [UInt8(block.count & 255), UInt8(block.count >> 8)]
            result += [rest.isEmpty ? 1 : 0] + length + length.map { ~$0 } + block
        }
        var (low, high) = (1, 0)  // Adler-32
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return result + big(high << 16 | low)
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
    }
}

import Platform
import WebText

/// The beginning of a picture's file, which has its size.
struct PictureHeader {
    private let bytes: Data.SubSequence

    /// A camera writes up to 64 kB about a photo before its size.
    static let maximumSize = 256 << 10

    init(_ file: Data) { bytes = file.prefix(Self.maximumSize) }

    /// The size that browsers show it in; nil if the header doesn't have it.
    func size(_ format: Picture.Format) -> ServedPicture.Size? {
        switch format {
        case .png: size(bigEndian(16, 4), bigEndian(20, 4))
        case .gif: size(littleEndian(6, 2), littleEndian(8, 2))
        case .webp: webP
        case .jpeg: jpeg
        case .avif: avif
        case .ico: nil
        }
    }

    private func size(_ width: Int?, _ height: Int?) -> ServedPicture.Size? {
        guard let width, let height else { return nil }
        return ServedPicture.Size(width: width, height: height)
    }

    // MARK: WebP (RFC 9649)

    private var webP: ServedPicture.Size? {
        switch name(12) {
        case "VP8 ": return size(littleEndian(26, 2).map { $0 & 0x3fff }, littleEndian(28, 2).map { $0 & 0x3fff })
        case "VP8L":
            guard byte(20) == 0x2f, let bits = littleEndian(21, 4) else { return nil }
            return size(bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1)
        case "VP8X": return size(littleEndian(24, 3).map { $0 + 1 }, littleEndian(27, 3).map { $0 + 1 })
        default: return nil
        }
    }

    // MARK: JPEG (ITU T.81, B.1)

    private var jpeg: ServedPicture.Size? {
        var place = 2
        var isTurned = false
        while let marker = byte(place + 1), byte(place) == 0xff {
            if marker == 0xff {
                place += 1
                continue
            }
            // Markers without a length.
            if marker == 0x01 || (0xd0...0xd8).contains(marker) {
                place += 2
                continue
            }
            guard let length = bigEndian(place + 2, 2), length >= 2 else { return nil }
            switch marker {
            case 0xe1: isTurned = isTurned || self.isTurned(at: place + 4)
            // Frames; C4, C8 and CC are tables and extensions.
            case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(marker):
                let (height, width) = (bigEndian(place + 5, 2), bigEndian(place + 7, 2))
                return isTurned ? size(height, width) : size(width, height)
            case 0xd9, 0xda: return nil
            default: break
            }
            place += 2 + length
        }
        return nil
    }

    /// Whether Exif data at a place say that the photo was taken upright, so that its sides are exchanged.
    private func isTurned(at place: Int) -> Bool {
        guard name(place) == "Exif", let order = bigEndian(place + 6, 2), [0x4949, 0x4d4d].contains(order) else {
            return false
        }
        let start = place + 6
        func number(_ place: Int, _ count: Int) -> Int? {
            order == 0x4949 ? littleEndian(place, count) : bigEndian(place, count)
        }
        guard let offset = number(start + 4, 4), let count = number(start + offset, 2) else { return false }
        for index in 0..<min(count, 100) {
            let entry = start + offset + 2 + index * 12
            if number(entry, 2) == 0x0112 { return (5...8).contains(number(entry + 8, 2) ?? 1) }
        }
        return false
    }

    // MARK: AVIF (ISO/IEC 23008-12)

    /// The largest of the sizes that its properties name: others are of its tiles and its transparency.
    private var avif: ServedPicture.Size? {
        // A picture may be turned after it is decoded.
        if bytes.firstRange(of: Data("irot".utf8)) != nil { return nil }
        var largest: ServedPicture.Size?
        var rest = bytes[...]
        while let found = rest.firstRange(of: Data("ispe".utf8)) {
            let place = found.upperBound - bytes.startIndex + 4
            if let size = size(bigEndian(place, 4), bigEndian(place + 4, 4)),
                size.width * size.height > largest.map({ $0.width * $0.height }) ?? 0
            {
                largest = size
            }
            rest = rest[found.upperBound...]
        }
        return largest
    }

    // MARK: Bytes

    private func byte(_ place: Int) -> UInt8? {
        guard place >= 0, place < bytes.count else { return nil }
        return bytes[bytes.startIndex + place]
    }

    private func slice(_ place: Int, _ count: Int) -> [UInt8]? {
        guard place >= 0, count > 0, place <= bytes.count - count else { return nil }
        return Array(bytes.dropFirst(place).prefix(count))
    }

    private func name(_ place: Int) -> String? { slice(place, 4).map { String(decoding: $0, as: UTF8.self) } }

    private func bigEndian(_ place: Int, _ count: Int) -> Int? {
        slice(place, count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    private func littleEndian(_ place: Int, _ count: Int) -> Int? {
        slice(place, count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

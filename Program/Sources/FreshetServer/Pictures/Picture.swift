import NIOCore
import Platform
import WebText

/// A picture to serve.
struct Picture: Sendable, Hashable {
    /// Bitmap formats, which can't contain scripts.
    enum Format: String, Sendable, CaseIterable {
        case png, jpeg, gif, webp, avif
        /// An icon of Windows, as sites have at `/favicon.ico`.
        case ico

        /// Recognizes the format by the first bytes; nil for anything else, SVG included.
        init?(_ bytes: some Sequence<UInt8>) {
            let start = Array(bytes.prefix(12))
            let box = start.count == 12 ? String(decoding: start[4...], as: UTF8.self) : ""
            let webP = start.count == 12 && Array(start[8...]) == Array("WEBP".utf8)
            switch start {
            case _ where start.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]): self = .png
            case _ where start.starts(with: [0xff, 0xd8, 0xff]): self = .jpeg
            case _ where start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8): self = .gif
            case _ where webP && start.starts(with: "RIFF".utf8): self = .webp
            // The brands of pictures and of their sequences (ISO/IEC 23000-22).
            case _ where box == "ftypavif" || box == "ftypavis": self = .avif
            case _ where start.count == 12 && start.starts(with: [0, 0, 1, 0]) && start[4...5] != [0, 0]: self = .ico
            default: return nil
            }
        }

        /// The media type.
        var contentType: String { self == .ico ? "image/x-icon" : "image/" + rawValue }
    }

    /// The media type to serve it as.
    let contentType: String
    let bytes: ByteBuffer
    /// The time for which browsers may cache it, in seconds.
    let maximumAge: Int

    /// A fetched or cached picture.
    init(_ format: Format, _ bytes: ByteBuffer) {
        contentType = format.contentType
        self.bytes = bytes
        maximumAge = 86_400
    }

    /// A drawn letter, until its site's icon has been fetched.
    init(letter: LetterIcon) {
        contentType = "image/svg+xml"
        bytes = ByteBuffer(string: letter.svg)
        maximumAge = 60
    }

    /// Drawn initials.
    init(initials: Initials) {
        contentType = "image/svg+xml"
        bytes = ByteBuffer(string: initials.svg)
        maximumAge = 60
    }
}

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

    /// True if Exif data report that the photo was taken upright, so that its sides are exchanged.
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

/// A letter on a colored ground, for a feed whose site has no icon.
struct LetterIcon: Sendable, Hashable {
    /// The colors, also in `components.css`.
    static let hues = 8

    /// The first letter or digit of the name, in capitals; `?` if there is none.
    let letter: String
    /// The number of the color.
    let hue: Int

    init(of name: String) {
        let first = name.first { $0.isLetter || $0.isNumber }
        letter = first.map { String(String($0).uppercased().prefix(1)) } ?? "?"
        hue = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 4_096 } % Self.hues
    }

    /// White on a color; the contrast is more than 4.5 to 1 for each hue.
    var svg: String {
        let markup: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">\
            <rect width="16" height="16" fill="hsl(\(hue * 360 / Self.hues),45%,30%)"/>\
            <text x="8" y="11.500" font-family="system-ui,sans-serif" font-size="10" font-weight="700" fill="#fff" text-anchor="middle">\
            \(letter)</text></svg>
            """
        return markup.description
    }
}

/// One or two letters on a colored ground, for an author without a picture.
struct Initials: Sendable, Hashable {
    /// The first characters of the name's first two words, in capitals; `?` if there are none.
    let letters: String
    /// 0 to 359.
    let hue: Int

    init(of name: String) {
        let words = name.prefix { $0 != "[" }.split { !($0.isLetter || $0.isNumber) }
        let letters = words.prefix(2).compactMap(\.first).map { String($0).uppercased().prefix(1) }.joined()
        self.letters = letters.isEmpty ? "?" : letters
        hue = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 360 }
    }

    /// White letters; the contrast is more than 4.5 to 1 for each hue.
    var svg: String {
        let markup: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">\
            <rect width="64" height="64" fill="hsl(\(hue),45%,28%)"/>\
            <text x="32" y="42" font-family="system-ui,sans-serif" font-size="28" fill="#fff" text-anchor="middle">\
            \(letters)</text></svg>
            """
        return markup.description
    }
}

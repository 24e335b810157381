import NIOCore

/// A picture to serve.
struct Picture: Sendable, Hashable {
    /// Bitmap formats, which can't contain scripts.
    enum Format: String, Sendable, CaseIterable {
        case png, jpeg, gif, webp, avif

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
            default: return nil
            }
        }
    }

    /// The media type to serve it as.
    let contentType: String
    let bytes: ByteBuffer
    /// How long browsers may cache it, in seconds.
    let maximumAge: Int

    /// A fetched or cached picture.
    init(_ format: Format, _ bytes: ByteBuffer) {
        contentType = "image/" + format.rawValue
        self.bytes = bytes
        maximumAge = 86_400
    }

    /// Drawn initials.
    init(initials: Initials) {
        contentType = "image/svg+xml"
        bytes = ByteBuffer(string: initials.svg)
        maximumAge = 60
    }
}

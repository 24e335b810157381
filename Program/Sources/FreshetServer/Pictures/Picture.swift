import NIOCore

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
    /// How long browsers may cache it, in seconds.
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

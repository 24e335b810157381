import TextDecoding
import WebText

/// Collects the content of an element: text, or the markup inside it.
struct TextCapture {
    /// The kind of text.
    enum Kind: Hashable {
        /// Text without markup.
        case plain
        /// HTML as escaped text.
        case html
        /// HTML as elements.
        case xhtml
    }

    /// The maximum length; longer texts are truncated.
    static let maximumSize = 4 << 20

    let element: FeedElement
    let kind: Kind
    private var bytes: [UInt8] = []
    /// The number of open elements inside.
    private var depth = 0

    init(_ element: FeedElement, _ kind: Kind, reusing bytes: [UInt8]) {
        self.element = element
        self.kind = kind
        self.bytes = bytes
        self.bytes.removeAll(keepingCapacity: true)
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
        guard bytes.count < Self.maximumSize else { return }
        guard kind == .xhtml else {
            bytes.append(contentsOf: text)
            return
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// A start tag inside; unexpected ones are kept as markup.
    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        depth += 1
        open.append(name.localName)
        guard !isWrapper, bytes.count < Self.maximumSize else { return }
        bytes += "<\(open[depth - 1])".utf8
        for attribute in attributes.all where attribute.prefix == nil {
            bytes += " \(attribute.name)=\"\(attribute.value.escapedForMarkup)\"".utf8
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Whether an end tag belongs to an element inside.
    mutating func end() -> Bool {
        guard depth > 0 else { return false }
        if !isWrapper, !Self.void.contains(open[depth - 1]) { bytes += "</\(open[depth - 1])>".utf8 }
        open.removeLast()
        depth -= 1
        return true
    }

    private var open: [String] = []
    /// The `div` around XHTML isn't content (RFC 4287, 3.1.1.3).
    private var isWrapper: Bool { kind == .xhtml && depth == 1 && open[0] == "div" }
    private static let void: Set<String> = [
        "br", "hr", "img", "input", "wbr", "area", "col", "embed", "source", "track",
    ]

    /// The trimmed content; nil if there is none.
    var content: String? {
        guard let first = bytes.firstIndex(where: { !$0.isSpace }), let last = bytes.lastIndex(where: { !$0.isSpace })
        else { return nil }
        let text = String(decoding: bytes[first...last], as: UTF8.self)
        return kind == .xhtml ? text : text.withoutSectionMarkers(inside: kind == .html).ifNotBlank
    }

    /// The buffer for the next capture, unless it is large.
    consuming func recycled() -> [UInt8] { bytes.capacity > 1 << 18 ? [] : bytes }
}

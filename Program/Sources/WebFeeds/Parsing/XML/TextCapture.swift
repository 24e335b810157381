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

    /// Reads an end tag; true if it belongs to an element inside.
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

extension TextCapture.Kind {
    /// The kind of text in an element; nil for elements whose text isn't used.
    init?(of element: FeedElement, _ attributes: XMLAttributes, isAtom: Bool, isInItem: Bool) {
        switch element {
        case .content where attributes.value("src") != nil: return nil
        case .title, .subtitle, .summary, .content:
            // RSS titles may contain HTML; their attributes don't tell.
            guard isAtom || element == .summary || element == .content else { fallthrough }
            guard let kind = Self(atom: attributes) else { return nil }
            self = kind
        case .description, .encoded, .author, .creator, .category, .itunesSummary: self = .html
        case .xhtmlBody:
            guard isInItem else { return nil }
            self = .xhtml
        case .link, .guid, .atomID, .comments, .language, .published, .created, .updated, .rssDate, .personName,
            .personURL, .url, .icon, .hour, .day, .ttl, .updatePeriod, .updateFrequency, .selfAddress, .mediaTitle,
            .mediaDescription, .itunesDuration:
            self = .plain
        default: return nil
        }
    }

    /// Atom 1.0 uses `text`, `html` or `xhtml` (RFC 4287, 3.1.1); Atom 0.3 a media type and a mode.
    private init?(atom attributes: XMLAttributes) {
        let type = attributes.value("type")?.lowercased().ifNotBlank ?? "text"
        let mode = attributes.value("mode")?.lowercased()
        if mode == "base64" { return nil }
        switch type {
        case "html", "text/html": self = mode == "xml" ? .xhtml : .html
        case "xhtml", "application/xhtml+xml": self = mode == "escaped" ? .html : .xhtml
        case _ where type == "text" || type.hasPrefix("text/"): self = .plain
        default: return nil
        }
    }
}

/// A text with its kind.
struct TextConstruct {
    let text: String
    let kind: TextCapture.Kind

    /// As plain text on one line.
    var line: String? {
        let plain = kind == .plain ? text : PlainText(markup: text, keepingUnknownTags: true).text
        return SafeText(line: plain, atMost: 1000).text.ifNotBlank
    }

    /// As HTML.
    var markup: String { kind == .plain ? Self.markup(ofPlain: text) : text }

    /// Plain text as HTML: blank lines separate paragraphs.
    static func markup(ofPlain text: String) -> String {
        let escaped = text.escapedForMarkup
        guard escaped.utf8.contains(0x0a) else { return escaped }
        let lines = escaped.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split { $0.allSatisfy(\.isWhitespace) }.map { "<p>" + $0.joined(separator: "<br>") + "</p>" }
            .joined()
    }
}

extension String {
    /// The text without the markers `<![CDATA[` and `]]>`, which are part of a text that was escaped twice.
    ///
    /// In HTML, the markers begin a comment, which would hide the text.
    /// - Parameter isInside: also removes markers inside the text; otherwise only those around it.
    func withoutSectionMarkers(inside isInside: Bool) -> String {
        // Most texts have none, which bytes tell sooner than characters.
        var copy = self
        let hasMarkers = copy.withUTF8 { $0.firstIndex(of: "<![CDATA[", from: 0, to: $0.count) != nil }
        guard hasMarkers, let first = firstRange(of: "<![CDATA[") else { return self }
        guard isInside || (first.lowerBound == startIndex && hasSuffix("]]>")) else { return self }
        var result = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "<![CDATA[") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            let end = rest.firstRange(of: "]]>")
            result += rest[..<(end?.lowerBound ?? rest.endIndex)]
            rest = end.map { rest[$0.upperBound...] } ?? ""
        }
        return (result + rest).trimmed
    }
}

import Platform

/// A document's text in UTF-8, decoded from its original encoding.
package struct DecodedText {
    private enum Form {
        /// The body without a byte order mark.
        case original(skipping: Int)
        case converted([UInt8])
    }

    private let form: Form
    /// The number of defects: a wrong label, or invalid bytes.
    package let repairs: Int

    /// Decodes by the byte order mark, or else the HTTP header's label, the document's declaration, or as UTF-8.
    ///
    /// UTF-8 takes precedence if the bytes are valid UTF-8 and the declared encoding is invalid or accepts any bytes. Bytes that
    /// aren't UTF-8 for the most part, or at all if it is declared, are Windows-1252, like in browsers.
    package init(_ body: UnsafeBufferPointer<UInt8>, charset label: String?) {
        (form, repairs) = Self.decoded(body, label)
    }

    private static func decoded(_ body: UnsafeBufferPointer<UInt8>, _ label: String?) -> (Form, repairs: Int) {
        if body.starts(with: [0xef, 0xbb, 0xbf]) { return utf8(body, skipping: 3) }
        if let charset = Charset(utf16Mark: body) {
            return (.converted(charset.utf8(UnsafeBufferPointer(rebasing: body.dropFirst(2))) ?? []), 0)
        }
        if let charset = Charset(utf16Start: body) { return (.converted(charset.utf8(body) ?? []), 0) }

        let check = UTF8Check(body)
        let charsets = [label, DeclaredCharset.label(in: body)].compactMap { $0 }.map { Charset(label: $0) }
        if check.isASCII, charsets.allSatisfy(\.keepsASCII) { return (.original(skipping: 0), 0) }
        for charset in charsets where charset != .utf8 && !charset.isUTF16 {
            if charset.isSingleByte, check.isValid, check.hasSequences { continue }
            if let text = charset.utf8(body) { return (.converted(text), charsets.first == charset ? 0 : 1) }
        }
        if check.isValid {
            return (.original(skipping: 0), charsets.isEmpty || charsets[0] == .utf8 ? 0 : 1)
        }
        let isUTF8 = charsets.contains(.utf8) ? check.hasSequences : check.isMostlyValid
        return isUTF8 ? utf8(body, skipping: 0) : (.converted(Charset.windows1252(body)), 1)
    }

    /// Text that is UTF-8 by its byte order mark or mostly valid; invalid bytes are replaced.
    private static func utf8(_ body: UnsafeBufferPointer<UInt8>, skipping count: Int) -> (Form, repairs: Int) {
        let text = UnsafeBufferPointer(rebasing: body.dropFirst(count))
        if UTF8Check(text).isValid { return (.original(skipping: count), 0) }
        return (.converted(Array(String(decoding: text, as: UTF8.self).utf8)), 1)
    }

    /// The size of the text if it was converted; otherwise 0.
    package var convertedSize: Int {
        if case .converted(let bytes) = form { bytes.count } else { 0 }
    }

    /// Calls `body` with the text; `original` is the buffer that was decoded.
    package func withUTF8<Value>(
        of original: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        switch form {
        case .original(let count): body(UnsafeBufferPointer(rebasing: original.dropFirst(count)))
        case .converted(let bytes): bytes.withUnsafeBufferPointer(body)
        }
    }
}

extension Charset {
    /// UTF-16 by its byte order mark.
    fileprivate init?(utf16Mark body: UnsafeBufferPointer<UInt8>) {
        if body.starts(with: [0xff, 0xfe]) {
            self = .utf16LittleEndian
        } else if body.starts(with: [0xfe, 0xff]) {
            self = .utf16BigEndian
        } else {
            return nil
        }
    }

    /// UTF-16 without a byte order mark: the first character, `<` or `{`, has a zero byte beside it.
    fileprivate init?(utf16Start body: UnsafeBufferPointer<UInt8>) {
        guard body.count > 3, (body[0] == 0) != (body[1] == 0) else { return nil }
        self = body[0] == 0 ? .utf16BigEndian : .utf16LittleEndian
    }

    fileprivate var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

    /// Whether ASCII bytes mean the same characters in this encoding; if not, the label must be wrong.
    fileprivate var keepsASCII: Bool {
        guard case .named(let name) = self else { return true }
        return !["ISO-2022", "UTF-7", "HZ"].contains { name.uppercased().hasPrefix($0) }
    }
}

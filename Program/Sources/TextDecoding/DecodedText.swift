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

    /// True if ASCII bytes mean the same characters in this encoding; if not, the label must be wrong.
    fileprivate var keepsASCII: Bool {
        guard case .named(let name) = self else { return true }
        return !["ISO-2022", "UTF-7", "HZ"].contains { name.uppercased().hasPrefix($0) }
    }
}

/// The result of checking bytes for UTF-8.
struct UTF8Check {
    /// True if all bytes are ASCII.
    private(set) var isASCII = true
    /// The number of valid multibyte sequences.
    private(set) var sequences = 0
    /// The number of bytes that belong to none.
    private(set) var invalidBytes = 0

    /// True if the bytes are valid UTF-8.
    var isValid: Bool { invalidBytes == 0 }
    /// True if there is at least one valid multibyte sequence.
    var hasSequences: Bool { sequences > 0 }
    /// True if the bytes are UTF-8 with defects.
    ///
    /// In text in another encoding, most bytes belong to no valid sequence, but a few neighbors form one by chance.
    var isMostlyValid: Bool { sequences > invalidBytes }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        var position = 0
        while position < raw.count {
            while position + 8 <= raw.count,
                raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                position += 8
            }
            guard position < raw.count else { return }
            if raw[position] < 0x80 {
                position += 1
                continue
            }
            isASCII = false
            let length = Self.sequenceLength(raw, position)
            if length > 0 { sequences += 1 } else { invalidBytes += 1 }
            position += max(length, 1)
        }
    }

    /// Returns the length of the valid multibyte sequence at a position; 0 if there is none.
    private static func sequenceLength(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
        let first = bytes[position]
        func isContinuation(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
            position + distance < bytes.count && range.contains(bytes[position + distance])
        }
        switch first {
        case 0xc2...0xdf: return isContinuation(1) ? 2 : 0
        case 0xe0: return isContinuation(1, 0xa0...0xbf) && isContinuation(2) ? 3 : 0
        case 0xed: return isContinuation(1, 0x80...0x9f) && isContinuation(2) ? 3 : 0
        case 0xe1...0xef: return isContinuation(1) && isContinuation(2) ? 3 : 0
        case 0xf0: return isContinuation(1, 0x90...0xbf) && isContinuation(2) && isContinuation(3) ? 4 : 0
        case 0xf4: return isContinuation(1, 0x80...0x8f) && isContinuation(2) && isContinuation(3) ? 4 : 0
        case 0xf1...0xf3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
        default: return 0
        }
    }
}

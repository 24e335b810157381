import CLibXML2
import WebText

/// A character encoding of the web.
enum Charset: Hashable {
    case utf8, utf16LittleEndian, utf16BigEndian, windows1252
    /// Another encoding, by the name in libxml2 and iconv.
    case named(String)

    /// The encoding of a label (WHATWG Encoding, 4.2); `utf-16` without a byte order mark is little-endian.
    init(label: String) {
        let name = label.lowercased()
        switch name {
        case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
        case "utf-16", "utf-16le", "unicode", "ucs-2", "iso-10646-ucs-2": self = .utf16LittleEndian
        case "utf-16be": self = .utf16BigEndian
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "us-ascii", "ascii", "windows-1252",
            "cp1252", "x-cp1252":
            self = .windows1252
        case "gb2312", "gbk", "x-gbk", "gb_2312-80": self = .named("GB18030")
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j": self = .named("CP932")
        case "ks_c_5601-1987", "euc-kr", "ksc5601": self = .named("CP949")
        case "iso-8859-9", "latin5": self = .named("CP1254")
        case "iso-8859-11", "tis-620": self = .named("CP874")
        default: self = .named(label)
        }
    }

    /// True if any bytes are valid in this encoding, so that a wrong label goes unnoticed.
    var isSingleByte: Bool {
        switch self {
        case .windows1252: true
        case .named(let name):
            ["CP125", "WINDOWS-", "ISO", "KOI", "CP874", "MAC"].contains { name.uppercased().hasPrefix($0) }
                && !name.uppercased().hasPrefix("ISO-2022")
        default: false
        }
    }

    /// The text in UTF-8; nil if the bytes are invalid or the encoding is unknown.
    func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .utf8: UTF8Check(bytes).isValid ? Array(bytes) : nil
        case .utf16LittleEndian: Self.utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
        case .utf16BigEndian: Self.utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
        case .windows1252: Self.windows1252(bytes)
        case .named(let name): Self.converted(bytes, from: name)
        }
    }

    /// Every byte is a character; the five unassigned ones are control characters.
    static func windows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0xa0 ? 3 : 2) })
        for byte in bytes {
            if byte < 0x80 {
                result.append(byte)
            } else {
                let scalar = CharacterReferences.windows1252(byte)
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return result
    }

    private static func utf16(_ bytes: UnsafeBufferPointer<UInt8>, _ unit: @escaping (UInt8, UInt8) -> UInt16)
        -> [UInt8]
    {
        let units = (0..<bytes.count / 2).lazy.map { unit(bytes[$0 * 2], bytes[$0 * 2 + 1]) }
        var result: [UInt8] = []
        result.reserveCapacity(units.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0x800 ? 2 : 3) })
        // Lone surrogates become U+FFFD.
        _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
            result.append($0)
        }
        return result
    }

    private static func converted(_ bytes: UnsafeBufferPointer<UInt8>, from name: String) -> [UInt8]? {
        // For this thread; libxml2 would print conversion errors.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        guard let handler = xmlFindCharEncodingHandler(name) else { return nil }
        defer { xmlCharEncCloseFunc(handler) }
        guard let input = xmlBufferCreate(), let output = xmlBufferCreate() else { return nil }
        defer {
            xmlBufferFree(input)
            xmlBufferFree(output)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = UnsafeBufferPointer(rebasing: rest.prefix(65_536))
            rest = rest.dropFirst(block.count)
            guard xmlBufferAdd(input, block.baseAddress, Int32(block.count)) == 0,
                xmlCharEncInFunc(handler, output, input) >= 0
            else { return nil }
            // The rest is an incomplete character, or can't be converted.
            guard xmlBufferLength(input) < 16 else { return nil }
            result += UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(xmlBufferLength(output)))
            xmlBufferEmpty(output)
        }
        return xmlBufferLength(input) == 0 ? result : nil
    }
}

/// The encoding that a document declares in its first bytes.
enum DeclaredCharset {
    /// The label in `<?xml … encoding="…"?>`, or in HTML's `<meta charset="…">`; nil without one.
    static func label(in body: UnsafeBufferPointer<UInt8>) -> String? {
        let end = min(1024, body.count)
        if let start = body.firstIndex(of: "<?xml", from: 0, to: end),
            let last = body.firstIndex(of: "?>", from: start, to: end),
            let label = value(of: "encoding", in: body, from: start, to: last)
        {
            return label
        }
        var position = 0
        while let start = body.firstIndex(of: "<meta", from: position, to: end) {
            position = start + 5
            let last = body.firstIndex(of: UInt8(ascii: ">"), from: position, to: end) ?? end
            if let label = value(of: "charset", in: body, from: position, to: last) { return label }
        }
        return nil
    }

    private static func value(
        of name: StaticString, in body: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
    ) -> String? {
        guard let found = body.firstIndex(of: name, from: start, to: end) else { return nil }
        var rest = body[(found + name.utf8CodeUnitCount)..<end].drop { $0.isSpace }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        let label = rest.prefix { $0.isReferenceCharacter && $0 < 0x80 }
        return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
    }
}

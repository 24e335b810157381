extension String {
    /// The text for the content of an element or a quoted attribute, in HTML or XML.
    package var escapedForMarkup: String {
        guard utf8.contains(where: \.isEscapedInMarkup) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + 32)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            case UInt8(ascii: "'"): result += "&#39;".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The same for XML 1.0: characters that it doesn't allow (2.2) are replaced.
    ///
    /// Line feeds and tabs are kept for the content of elements; in attributes, XML reads them as spaces. Other control
    /// characters and direction marks are written as character references: the document may be printed on a terminal.
    package var escapedForXML: String {
        guard unicodeScalars.contains(where: { $0.isReplacedInXML || $0.isHarmful }) else { return escapedForMarkup }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar.isReplacedInXML ? "\u{fffd}" : scalar)
        }
        var text = ""
        for scalar in String(result).escapedForMarkup.unicodeScalars {
            if scalar.isHarmful, scalar != "\n", scalar != "\t" {
                text += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension UInt8 {
    fileprivate var isEscapedInMarkup: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isReplacedInXML: Bool {
        value < 0x20 && ![0x09, 0x0a, 0x0d].contains(value) || value == 0xfffe || value == 0xffff
    }
}

/// Untrusted text that can't affect its surroundings.
///
/// Control characters, bidirectional controls and noncharacters are removed; line breaks and tabs become spaces.
package struct SafeText: Sendable, Hashable {
    /// The text without the harmful characters.
    package let text: String

    /// Text of at most `length` characters; longer text is truncated with `…`.
    ///
    /// A character may have any number of combining marks, so the text has at most `8 * length + 32` Unicode scalars too.
    package init(_ text: String, atMost length: Int = 500) {
        let clean = text.unicodeScalars.contains(where: \.isHarmful) ? text.withoutHarmful : text
        self.text = clean.utf8.count <= length ? clean : clean.cut(to: length)
    }

    /// Text of at most `length` characters with white space collapsed; longer text is truncated.
    package init(line text: String, atMost length: Int) {
        let line = SafeText(text, atMost: .max).text.onOneLine
        self.text = line.utf8.count <= length ? line : String(line.beginning(length)).trimmed
    }
}

extension String {
    fileprivate var withoutHarmful: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isHarmful { result.append(scalar) } else if scalar.isBreak { result.append(" ") }
        }
        return String(result)
    }

    /// At most `length` characters, and `8 * length + 32` Unicode scalars: enough for every script, and for joined emoji.
    fileprivate func beginning(_ length: Int) -> Substring {
        let (scalars, overflows) = length.multipliedReportingOverflow(by: 8)
        return overflows ? prefix(length) : Substring(unicodeScalars.prefix(scalars + 32)).prefix(length)
    }

    fileprivate func cut(to length: Int) -> String {
        let shortened = beginning(length)
        return shortened.endIndex == endIndex ? self : shortened + "…"
    }
}

extension Unicode.Scalar {
    /// Control characters, bidirectional controls and noncharacters.
    package var isHarmful: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0: true
        case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        case 0x2028, 0x2029, 0xfeff, 0xfff9...0xfffb: true
        default: value & 0xfffe == 0xfffe
        }
    }

    fileprivate var isBreak: Bool { [0x09, 0x0a, 0x0d, 0x2028, 0x2029].contains(value) }
}

extension StringProtocol {
    /// True if the text contains control characters, such as line breaks, tabs and escape sequences.
    package var hasControlCharacters: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

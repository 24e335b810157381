/// Text that strangers wrote.
///
/// Whatever stands in it cannot leave its place: control characters and those that turn the direction of writing are taken out, and what is
/// longer than a reader could want is cut.
struct Foreign: Sendable, Hashable {
    /// The text without what could do harm.
    let text: String

    init(_ text: String, atMost length: Int = 500) {
        let clean = text.unicodeScalars.contains(where: \.isHarmful) ? text.withoutHarmful : text
        self.text = clean.utf8.count <= length ? clean : clean.cut(to: length)
    }

    /// The text as an element of its own, whose direction of writing is its own affair.
    var html: HTML { "<bdi>\(text)</bdi>" }
}

extension String {
    fileprivate var withoutHarmful: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isHarmful { result.append(scalar) } else if scalar.isBreak { result.append(" ") }
        }
        return String(result)
    }

    fileprivate func cut(to length: Int) -> String {
        let shortened = prefix(length)
        return shortened.endIndex == endIndex ? self : shortened + "…"
    }
}

extension Unicode.Scalar {
    /// Controls, marks of direction, and characters that are none.
    fileprivate var isHarmful: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0: true
        case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        case 0x2028, 0x2029, 0xfeff, 0xfff9...0xfffb: true
        default: value & 0xfffe == 0xfffe
        }
    }

    fileprivate var isBreak: Bool { [0x09, 0x0a, 0x0d, 0x2028, 0x2029].contains(value) }
}

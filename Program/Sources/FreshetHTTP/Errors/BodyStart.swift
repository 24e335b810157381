#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The beginning of a body, for people: printable, on one line, at most 500 characters.
struct BodyStart {
    let text: String

    init(_ body: Data) { text = PlainLine(String(decoding: body.prefix(4000), as: UTF8.self), count: 500).text }
}

/// A text of somebody else's on one line: white space is one blank; what controls a terminal or turns the direction of writing is left out.
struct PlainLine {
    let text: String

    init(_ source: String, count: Int) {
        var text = ""
        var length = 0
        var isAfterSpace = true
        for character in source {
            if character.isWhitespace {
                isAfterSpace = isAfterSpace || text.isEmpty
                if !isAfterSpace { (text, length) = (text + " ", length + 1) }
                isAfterSpace = true
            } else if character.unicodeScalars.contains(where: { $0.isVisible }) {
                text.append(character)
                length += 1
                isAfterSpace = false
            }
            if length >= count { break }
        }
        self.text = text.last == " " ? String(text.dropLast()) : text
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: false
        default: true
        }
    }
}

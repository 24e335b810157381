import WebText

/// Removes everything from text that a terminal would execute instead of drawing.
enum TextCleaner {
    /// Enough for every script. Hundreds of marks ("Zalgo") would cover neighboring lines.
    private static let marksKept = 8
    /// The longest emoji sequences join four or five pictures. Some terminals draw each of them.
    private static let joinersKept = 6

    static func clean(_ text: String, trimming: Bool) -> String {
        isClean(text, trimming: trimming) ? text : cleaned(text, trimming: trimming)
    }

    /// Fast path: most text is simple, without runs of spaces.
    private static func isClean(_ text: String, trimming: Bool) -> Bool {
        var wasSpace = trimming
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " "
            guard scalar.simpleColumns != nil, !(isSpace && wasSpace) else { return false }
            wasSpace = isSpace
        }
        return !(trimming && wasSpace) || text.isEmpty
    }

    private static func cleaned(_ text: String, trimming: Bool) -> String {
        let scalars = text.unicodeScalars
        var result = String.UnicodeScalarView()
        var spaceIsDue = false
        var hasBase = false
        var marks = 0
        var joiners = 0
        var position = scalars.startIndex
        while position < scalars.endIndex {
            let scalar = scalars[position]
            if let end = EscapeSequence.end(in: scalars, from: position) {
                position = end
                continue
            }
            position = scalars.index(after: position)
            switch Role(scalar) {
            case .none: break
            case .space:
                spaceIsDue = true
                hasBase = false
                joiners = 0
            case .joiner:
                joiners += 1
                if hasBase, joiners <= joinersKept, result.last?.isJoiner == false { result.append(scalar) }
            case .mark:
                marks += 1
                if hasBase, marks <= marksKept { result.append(scalar) }
            case .base:
                if result.last?.isJoiner != true { joiners = 0 }
                if spaceIsDue, !trimming || !result.isEmpty { result.append(" ") }
                spaceIsDue = false
                hasBase = true
                marks = 0
                result.append(scalar)
            }
        }
        while result.last?.isJoiner == true { result.removeLast() }
        if spaceIsDue, !trimming { result.append(" ") }
        return String(result)
    }

    private enum Role {
        case base, mark, joiner, space, none

        init(_ scalar: Unicode.Scalar) {
            if scalar != " ", scalar.simpleColumns != nil {
                self = .base
                return
            }
            let properties = scalar.properties
            if properties.isWhitespace {
                self = .space
            } else if scalar.isJoiner {
                self = .joiner
            } else if properties.isNoncharacterCodePoint {
                self = .none
            } else if properties.isDefaultIgnorableCodePoint {
                self = properties.isVariationSelector ? .mark : .none
            } else {
                switch properties.generalCategory {
                case .control, .surrogate: self = .none
                // Terminals draw the signs before Arabic and Syriac numbers.
                case .format: self = 0x0600...0x08E2 ~= scalar.value ? .base : .none
                case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
                default: self = .base
                }
            }
        }
    }
}

extension Unicode.Scalar {
    /// Zero width joiner and non-joiner.
    fileprivate var isJoiner: Bool { value == 0x200D || value == 0x200C }
}

/// Finds terminal control sequences (ECMA-48) in text, in their 7-bit and 8-bit forms.
enum EscapeSequence {
    typealias Scalars = String.UnicodeScalarView

    /// The end of the sequence that begins at `start`; nil if none does.
    ///
    /// An incomplete sequence ends after its introducer, so that the text after it isn't lost.
    static func end(in scalars: Scalars, from start: Scalars.Index) -> Scalars.Index? {
        let next = scalars.index(after: start)
        switch scalars[start].value {
        case 0x1B:
            guard next < scalars.endIndex else { return next }
            let body = scalars.index(after: next)
            switch scalars[next].value {
            case UInt32(UInt8(ascii: "[")): return controlSequenceEnd(in: scalars, from: body) ?? body
            case let value where stringIntroducers.contains(value):
                return controlStringEnd(in: scalars, from: body) ?? body
            case 0x20...0x2F: return controlSequenceEnd(in: scalars, from: body, final: 0x30...0x7E) ?? next
            case 0x30...0x7E: return body
            default: return next
            }
        case 0x9B: return controlSequenceEnd(in: scalars, from: next) ?? next
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return controlStringEnd(in: scalars, from: next) ?? next
        default: return nil
        }
    }

    /// `P`, `X`, `]`, `^` and `_`: device control, start of string, operating system command, privacy message, application command.
    private static let stringIntroducers: Set<UInt32> = [0x50, 0x58, 0x5D, 0x5E, 0x5F]

    /// Parameters and intermediates (0x20–0x3F), then one final byte.
    private static func controlSequenceEnd(
        in scalars: Scalars, from start: Scalars.Index, final: ClosedRange<UInt32> = 0x40...0x7E
    ) -> Scalars.Index? {
        var position = start
        while position < scalars.endIndex {
            let value = scalars[position].value
            position = scalars.index(after: position)
            if final.contains(value) { return position }
            guard 0x20...0x3F ~= value else { return nil }
        }
        return nil
    }

    /// Far longer than real titles and links. Bounds the time for hostile text.
    private static let longestString = 4096

    /// Everything up to BEL or the string terminator.
    private static func controlStringEnd(in scalars: Scalars, from start: Scalars.Index) -> Scalars.Index? {
        var position = start
        for _ in 0..<longestString {
            guard position < scalars.endIndex else { return nil }
            let value = scalars[position].value
            let next = scalars.index(after: position)
            if value == 0x07 || value == 0x9C { return next }
            if value == 0x1B, next < scalars.endIndex, scalars[next].value == 0x5C { return scalars.index(after: next) }
            position = next
        }
        return nil
    }
}

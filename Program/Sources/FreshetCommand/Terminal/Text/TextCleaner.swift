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

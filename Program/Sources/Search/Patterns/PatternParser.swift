import Tokenizer

/// Parses a regular expression.
struct PatternParser {
    private static let deepest = 40
    private static let mostRepetitions = 500
    /// The maximum number of repetitions of a repetition without a group, as in `a**`.
    private static let mostNested = 8

    private let scalars: [UInt32]
    private var position = 0
    private var depth = 0

    init(_ source: String) { scalars = source.unicodeScalars.map(\.value) }

    /// The whole pattern.
    mutating func pattern() throws(PatternError) -> PatternNode {
        let node = try choice()
        if position < scalars.count { throw PatternError(reason: "an opening parenthesis for each closing one") }
        return node
    }

    private mutating func choice() throws(PatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.deepest { throw PatternError(reason: "at most \(Self.deepest) nested groups") }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let next = peek, next != "|", next != ")" {
            let part = try atom()
            parts.append(try repeated(part))
        }
        return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func repeated(_ atom: PatternNode) throws(PatternError) -> PatternNode {
        var node = atom
        var nested = 0
        while let (from, to) = try count() {
            nested += 1
            if nested > Self.mostNested {
                throw PatternError(reason: "at most \(Self.mostNested) repetitions of repetitions")
            }
            // Lazy and possessive forms match the same texts.
            if !take("?") { _ = take("+") }
            node = .repetition(node, from: from, to: to)
        }
        return node
    }

    /// Nil if no repetition follows.
    private mutating func count() throws(PatternError) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = position
        guard take("{"), let from = number() else {
            // A brace without a number is a literal.
            position = start
            return nil
        }
        var to: Int? = from
        if take(",") { to = number() }
        guard take("}") else {
            position = start
            return nil
        }
        if from > Self.mostRepetitions || to.map({ $0 > Self.mostRepetitions || $0 < from }) == true {
            throw PatternError(reason: "repetitions such as {2,5}, at most {\(Self.mostRepetitions)}")
        }
        return (from, to)
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        guard let next = take() else { return .empty }
        switch next {
        case "(": return try group()
        case "[": return .set(try set())
        case ".": return .any
        case "^": return .start
        case "$": return .end
        case "\\": return try escape()
        case "*", "+", "?": throw PatternError(reason: "an expression before \(next)")
        default: return literal(next.value)
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        if take("?"), !take(":") { throw PatternError(reason: "groups such as (a|b) or (?:a|b)") }
        let node = try choice()
        guard take(")") else { throw PatternError(reason: "a closing parenthesis") }
        return node
    }

    private func literal(_ scalar: UInt32) -> PatternNode {
        let folded = CharacterFolding.folded(scalar)
        return folded.isEmpty ? .empty : .scalar(folded[0])
    }

    private mutating func escape() throws(PatternError) -> PatternNode {
        guard let next = take() else { throw PatternError(reason: "a character after the backslash") }
        switch next {
        case "b": return .wordBoundary(true)
        case "B": return .wordBoundary(false)
        default:
            if let named = Self.named(next) { return .set(ScalarSet(named: [named])) }
            return literal(try Self.escaped(next))
        }
    }

    private mutating func set() throws(PatternError) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = take("^")
        var isFirst = true
        while let next = take() {
            if next == "]", !isFirst { return set }
            isFirst = false
            var low = next.value
            if next == "\\" {
                guard let escaped = take() else { break }
                if let named = Self.named(escaped) {
                    set.named.append(named)
                    continue
                }
                low = try Self.escaped(escaped)
            }
            var high = low
            if peek == "-", position + 1 < scalars.count, Unicode.Scalar(scalars[position + 1]) != "]" {
                position += 1
                guard var end = take() else { break }
                if end == "\\" {
                    guard let escaped = take() else { break }
                    end = escaped
                }
                high = end.value
            }
            if low > high { throw PatternError(reason: "a range from the smaller to the larger character") }
            set.insert(low...high)
        }
        throw PatternError(reason: "a closing bracket")
    }

    private static func named(_ scalar: Unicode.Scalar) -> (name: ScalarSet.Named, isNegated: Bool)? {
        switch scalar {
        case "d": (.digit, false)
        case "D": (.digit, true)
        case "w": (.word, false)
        case "W": (.word, true)
        case "s": (.space, false)
        case "S": (.space, true)
        default: nil
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) throws(PatternError) -> UInt32 {
        switch scalar {
        case "n": return 0x0A
        case "r": return 0x0D
        case "t": return 0x09
        case "0"..."9": throw PatternError(reason: "a pattern without back references")
        case "a"..."z", "A"..."Z":
            throw PatternError(reason: "\\d, \\w, \\s, \\b, \\n or \\t, not \\\(scalar)")
        default: return scalar.value
        }
    }

    // MARK: Characters

    private var peek: Unicode.Scalar? { position < scalars.count ? Unicode.Scalar(scalars[position]) : nil }

    private mutating func take() -> Unicode.Scalar? {
        guard let next = peek else { return nil }
        position += 1
        return next
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let digit = peek, "0"..."9" ~= digit {
            value = min((value ?? 0) * 10 + Int(digit.value - 0x30), 1_000_000)
            position += 1
        }
        return value
    }
}

/// A part of a parsed pattern.
indirect enum PatternNode {
    case empty
    case scalar(UInt32)
    /// Any character except a line feed.
    case any
    case set(ScalarSet)
    case start
    case end
    case wordBoundary(Bool)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(PatternNode, from: Int, to: Int?)
}

/// A class of folded characters.
struct ScalarSet: Sendable {
    /// A named class.
    enum Named: Sendable {
        case digit, word, space

        func contains(_ scalar: UInt32) -> Bool {
            switch self {
            case .digit: 0x30...0x39 ~= scalar
            case .word: scalar == 0x5F || CharacterFolding.isWord(scalar)
            case .space: scalar == 0x20 || 0x09...0x0D ~= scalar || scalar == 0xA0 || scalar == 0x2028
            }
        }
    }

    var ranges: [ClosedRange<UInt32>] = []
    var named: [(name: Named, isNegated: Bool)] = []
    var isNegated = false

    func contains(_ scalar: UInt32) -> Bool {
        let isListed =
            ranges.contains { $0.contains(scalar) } || named.contains { $0.name.contains(scalar) != $0.isNegated }
        return isListed != isNegated
    }

    /// Adds the characters in folded form.
    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
        // Ranges this long belong to scripts without case.
        guard range.count <= 2_000 else { return }
        for scalar in range {
            for folded in CharacterFolding.folded(scalar) where !range.contains(folded) {
                if ranges.last.map({ $0.upperBound &+ 1 == folded }) == true, let last = ranges.popLast() {
                    ranges.append(last.lowerBound...folded)
                } else {
                    ranges.append(folded...folded)
                }
            }
        }
    }
}

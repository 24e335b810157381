import Tokenizer

/// A regular expression whose matching time is proportional to the length of the text.
///
/// Supports literals, `.`, classes (`[a-z]`, `\d`, `\w`, `\s` and their opposites), groups, `|`, `*`, `+`, `?`, `{2,5}`,
/// `^`, `$` and `\b`. There are no back references. Case and diacritics are ignored, as in words.
package struct TextPattern: Sendable, Hashable, CustomStringConvertible {
    /// The longest pattern, in characters.
    static let maximumLength = 1_000
    /// The maximum length of text that is searched, in Unicode scalars.
    static let maximumText = 10_000

    /// The pattern without the slashes around it.
    package let source: String
    let program: PatternProgram

    /// Parses a pattern; throws ``PatternError`` if it is invalid or too large.
    package init(_ source: String) throws(PatternError) {
        if source.unicodeScalars.count > Self.maximumLength {
            throw PatternError(reason: "a pattern of at most \(Self.maximumLength) characters")
        }
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.pattern())
    }

    /// The pattern as typed in a search.
    package var description: String { "/\(source)/" }

    /// Compares the sources.
    package static func == (one: TextPattern, other: TextPattern) -> Bool { one.source == other.source }

    /// Hashes the source.
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// True if the pattern matches anywhere in the text.
    package func matches(_ text: String) -> Bool {
        matches(CharacterFolding.scalars(of: text, atMost: Self.maximumText))
    }

    /// True if the pattern matches anywhere in a text that is already folded.
    func matches(_ scalars: [UInt32]) -> Bool {
        var matcher = PatternMatcher(program)
        return matcher.matches(scalars)
    }
}

/// The reason why a pattern is invalid.
package struct PatternError: Error, Sendable, Hashable {
    /// The expected text, such as "a closing parenthesis".
    package let reason: String
}

/// Runs a program over a text. All states advance together, so each character is read once.
struct PatternMatcher {
    private let program: PatternProgram
    private var current: [Int] = []
    private var next: [Int] = []
    /// For each instruction the last position at which it was added.
    private var added: [Int]
    private var stack: [Int] = []

    init(_ program: PatternProgram) {
        self.program = program
        added = Array(repeating: -1, count: program.instructions.count)
    }

    /// False too if the deadline of the search has passed.
    mutating func matches(_ text: [UInt32]) -> Bool {
        text.withUnsafeBufferPointer { text in
            var position = 0
            while true {
                if position & 0xff == 0, SearchDeadline.hasPassed { return false }
                if current.isEmpty, let first = program.firstASCII {
                    while position < text.count, text[position] < 128, !first[Int(text[position])] { position += 1 }
                    if position == text.count { return false }
                }
                if add(0, at: position, text) { return true }
                if position == text.count { return false }
                if step(text[position], to: position + 1, text) { return true }
                position += 1
            }
        }
    }

    /// Advances the states by a character; true at a match.
    private mutating func step(_ scalar: UInt32, to position: Int, _ text: UnsafeBufferPointer<UInt32>) -> Bool {
        swap(&current, &next)
        current.removeAll(keepingCapacity: true)
        for place in next {
            let isOne =
                switch program.instructions[place] {
                case .scalar(let expected): expected == scalar
                case .any: scalar != 0x0A
                case .set(let set): set.contains(scalar)
                default: false
                }
            if isOne, add(place + 1, at: position, text) { return true }
        }
        return false
    }

    /// Adds a state and the states reachable without a character; true at a match.
    private mutating func add(_ place: Int, at position: Int, _ text: UnsafeBufferPointer<UInt32>) -> Bool {
        stack.append(place)
        while let place = stack.popLast() {
            if added[place] == position { continue }
            added[place] = position
            switch program.instructions[place] {
            case .scalar, .any, .set: current.append(place)
            case .start: if position == 0 { stack.append(place + 1) }
            case .end: if position == text.count { stack.append(place + 1) }
            case .wordBoundary(let isOne):
                let before = position > 0 && ScalarSet.Named.word.contains(text[position - 1])
                let after = position < text.count && ScalarSet.Named.word.contains(text[position])
                if (before != after) == isOne { stack.append(place + 1) }
            case .split(let one, let other):
                stack.append(other)
                stack.append(one)
            case .jump(let target): stack.append(target)
            case .match:
                stack.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }
}

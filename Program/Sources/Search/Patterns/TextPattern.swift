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

    /// Whether the pattern matches anywhere in the text.
    package func matches(_ text: String) -> Bool {
        matches(CharacterFolding.scalars(of: text, atMost: Self.maximumText))
    }

    /// The same for text that is already folded.
    func matches(_ scalars: [UInt32]) -> Bool {
        var matcher = PatternMatcher(program)
        return matcher.matches(scalars)
    }
}

/// Why a pattern is invalid.
package struct PatternError: Error, Sendable, Hashable {
    /// What is expected, such as "a closing parenthesis".
    package let reason: String
}

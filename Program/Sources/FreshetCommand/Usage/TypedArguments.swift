import Catalog
import Feeds

/// The arguments of a command line, before the parser reads them.
struct TypedArguments {
    /// The options before a subcommand or within a search that take the next word as their value.
    static let valued: Set<String> = ["--account", "--color", "--data", "--format", "--limit", "--sort", "--store"]

    private let words: [String]

    init(_ words: [String]) { self.words = words }

    /// The arguments with a space before each search term that begins with a minus, such as `-rust`.
    ///
    /// The parser would take it for options: `-haskell` contains `-h`. Real options of searches have two minuses.
    var withEscapedTerms: [String] {
        guard let start = queryStart else { return words }
        var isValue = false
        var result = Array(words.prefix(start))
        for (index, word) in words.enumerated().dropFirst(start) {
            // All words after it are terms. Passed on, it would become one itself.
            if word == "--" { return result + words[(index + 1)...].map { $0.hasPrefix("-") ? " " + $0 : $0 } }
            let isTerm = word.hasPrefix("-") && !word.hasPrefix("--") && word != "-" && word != "-h"
            result.append(isTerm && !isValue ? " " + word : word)
            isValue = Self.valued.contains(word)
        }
        return result
    }

    /// A search term as it was typed.
    static func term(_ word: String) -> String { word.hasPrefix(" -") ? String(word.dropFirst()) : word }

    /// The index of the first word of a search or a rule; nil in other commands.
    private var queryStart: Int? {
        if words.first == "search" { return 1 }
        return words.first == "rules" && (words.dropFirst().first == "add" || words.dropFirst().first == "test")
            ? 2 : nil
    }

    /// The command line with its options after the command; nil if they don't precede one of these commands.
    func reordered(commands: [String]) -> String? {
        // With three minuses, the completion scripts ask for values.
        guard let first = words.first, first.hasPrefix("-"), !first.hasPrefix("---") else { return nil }
        var isValue = false
        for (index, word) in words.enumerated() {
            if ["--", "--help", "-h", "--version"].contains(word) { return nil }
            if !isValue, !word.hasPrefix("-") {
                guard commands.contains(word), FeedCatalog.all.feed(pasted: word) == nil else { return nil }
                return (["freshet"] + words[index...] + words[..<index]).map(\.inShell).joined(separator: " ")
            }
            isValue = Self.valued.contains(word)
        }
        return nil
    }
}

extension String {
    /// The text as one word of a shell: in quotation marks if it has characters that a shell changes.
    var inShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./:@%+=,".contains($0) }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}

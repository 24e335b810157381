import GRDB
import Search

/// The distance between two positions on Earth, in SQL.
enum DistanceFunction {
    /// `feed_distance(latitude, longitude, latitude, longitude)` in SQL; NULL if an argument is NULL.
    static let function = DatabaseFunction("feed_distance", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { value -> Double? in
            switch value.storage {
            case .double(let number): number
            case .int64(let number): Double(number)
            default: nil
            }
        }
        guard numbers.count == 4 else { return nil }
        return Distance.kilometers(numbers[0], numbers[1], numbers[2], numbers[3])
    }
}

/// Words in items, in SQL.
enum WordsFunction {
    /// `item_contains(word, text, …)`: whether one of the texts contains the word; see ``ItemWords``.
    static let function = DatabaseFunction("item_contains", pure: true) { values in
        guard case .string(let text)? = values.first?.storage else { return false }
        let word = Array(text.utf8)
        return values.dropFirst().contains { value in
            if case .string(let text) = value.storage { ItemWords(text).contains(word) } else { false }
        }
    }

    /// The condition that an item contains a word.
    ///
    /// - Parameters:
    ///   - word: the expression of the word, in lower case.
    ///   - item: the expression of the item's id.
    static func condition(_ word: String, item: String) -> String {
        """
        EXISTS (SELECT 1 FROM content AS words JOIN item AS named ON named.id = words.item_id
            WHERE words.item_id = \(item) AND item_contains(\(word), title, author, source, tags, kind_name))
        """
    }
}

/// The texts that FTS5 indexes.
enum IndexedText {
    /// `indexed_text(text, is_current)` in SQL: the text as FTS5 indexes it; if not current, as it did before version 14.
    static let function = DatabaseFunction("indexed_text", argumentCount: 2, pure: true) { values in
        guard case .string(let text) = values[0].storage, case .int64(1) = values[1].storage, Lexemes.differ(in: text)
        else { return values[0] }
        let words = Lexemes(ofText: text).words
        return words.isEmpty ? values[0] : encoded(words).databaseValue
    }

    /// Lexemes as a text that FTS5's tokenizer splits into them.
    static func encoded(_ lexemes: [String]) -> String { lexemes.map(encoded).joined(separator: " ") }

    /// FTS5's tokenizer would split a lexeme at a mark, but accepts all private characters.
    private static func encoded(_ lexeme: String) -> String {
        guard lexeme.unicodeScalars.contains(where: Lexemes.isSplit) else { return lexeme }
        var encoded = String.UnicodeScalarView()
        for scalar in lexeme.unicodeScalars {
            let isMark = Lexemes.isSplit(at: scalar)
            encoded.append(isMark ? Unicode.Scalar(scalar.value + 0xF_0000) ?? scalar : scalar)
        }
        return String(encoded)
    }
}

/// Joined texts, in SQL.
enum JoinFunction {
    /// `string_agg(text, separator)`, which PostgreSQL has, and SQLite since 3.44: the texts with the separator between them; NULL
    /// without texts.
    static let function = DatabaseFunction("string_agg", argumentCount: 2, pure: true, aggregate: Joined.self)

    private struct Joined: DatabaseAggregate {
        private var text: String?

        mutating func step(_ values: [DatabaseValue]) {
            guard values.count == 2, case .string(let next) = values[0].storage else { return }
            if let known = text, case .string(let separator) = values[1].storage {
                text = known + separator + next
            } else {
                text = next
            }
        }

        func finalize() -> (any DatabaseValueConvertible)? { text }
    }
}

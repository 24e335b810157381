import GRDB
import Search

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

    /// Whether an item contains a word.
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

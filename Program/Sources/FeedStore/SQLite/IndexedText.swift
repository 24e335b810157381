import GRDB
import Search

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

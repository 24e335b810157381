import SQL
import Search

/// PostgreSQL's full-text search, over words that this program splits and folds as FTS5 does.
///
/// A vector says by weights where a word stands: A the title, B author and tags, C the source, D the text. Words of
/// authors and tags are there again after a slash, which no word has, because four weights don't distinguish five fields. A vector has
/// positions up to 16,383: phrases after that many words aren't found. It has at most 255 positions of a word, and about a
/// megabyte.
struct TSVectorSearch: FullTextSearch {
    var id: String { "item_id" }

    var tables: [String] {
        [
            "CREATE TABLE search (item_id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
            "CREATE INDEX search_words ON search USING gin (words)",
        ]
    }

    // MARK: Queries

    func operand(_ found: [TextExpression], without excluded: [TextTerm]) -> String {
        (found.map { $0.text(and: " & ", or: " | ", Self.phrase) } + excluded.map { "!" + Self.phrase($0) }).joined(
            separator: " & ")
    }

    func operand(anyOf terms: [TextTerm]) -> String { terms.map(Self.phrase).joined(separator: " | ") }

    private static func phrase(_ term: TextTerm) -> String {
        let phrase = term.lexemes
        // A text without words is in no item. No lexeme is a space.
        if phrase.words.isEmpty { return "' '" }
        let (prefix, weight) = term.field.map(place) ?? ("", "")
        let lexemes = phrase.words.indices.map { index in
            let flags = (phrase.isPrefix && index == phrase.words.count - 1 ? "*" : "") + weight
            return "'\(prefix)\(phrase.words[index])'" + (flags.isEmpty ? "" : ":" + flags)
        }
        return "(" + lexemes.joined(separator: " <-> ") + ")"
    }

    /// The prefix of a field's words, and the weight that they alone have, if any.
    private static func place(of field: SearchQuery.Field) -> (prefix: String, weight: String) {
        switch field {
        case .title: ("", "A")
        case .author: ("/author ", "")
        case .tags: ("/tag ", "")
        case .source: ("", "C")
        case .text: ("", "D")
        }
    }

    func matches(_ operand: String) -> String { "search.words @@ CAST(\(operand) AS tsquery)" }

    /// The weights of D, C, B and A; long texts count less.
    func rank(_ operand: String) -> String {
        "-ts_rank('{0.1, 0.2, 0.4, 1.0}', search.words, CAST(\(operand) AS tsquery), 1)"
    }

    // MARK: The index

    func index(_ items: String, _ db: StoreTransaction) throws {
        for (item, texts) in try StoredText.read("item_id IN \(items)", [], db) where texts.hasWords {
            try db.execute(
                """
                INSERT INTO search (item_id, words) VALUES (?, CAST(? AS tsvector))
                ON CONFLICT (item_id) DO UPDATE SET words = excluded.words
                """, [item, Self.vector(texts)])
        }
    }

    func remove(_ items: [Int64], _ db: StoreTransaction) throws {
        try ValuesClause(items).execute(db) { "DELETE FROM search WHERE item_id IN (SELECT column1 FROM \($0))" }
    }

    func empty(_ db: StoreTransaction) throws {
        try db.execute("DELETE FROM search")
    }

    private static let lastPosition = 16_383
    private static let mostPositions = 255
    private static let longestLexeme = 2_046
    /// Below the limit of 1 MiB, of which other data takes a part.
    private static let mostBytes = 900_000

    /// The words of texts in the input format of `tsvector`.
    static func vector(_ texts: SearchFields) -> String {
        var positions: [String: [String]] = [:]
        var (place, bytes) = (0, 0)
        func add(_ lexeme: String, _ weight: String) {
            guard lexeme.utf8.count <= longestLexeme, bytes <= mostBytes else { return }
            var known = positions[lexeme] ?? []
            if known.count >= mostPositions { return }
            bytes += (known.isEmpty ? lexeme.utf8.count + 8 : 0) + 2
            known.append("\(min(place, lastPosition))\(weight)")
            positions[lexeme] = known
        }
        let fields: [(text: String, weight: String, prefix: String)] = [
            (texts.title, "A", ""), (texts.author, "B", Self.place(of: .author).prefix),
            (texts.joinedTags, "B", Self.place(of: .tags).prefix), (texts.source, "C", ""), (texts.text, "D", ""),
        ]
        for field in fields {
            for word in Lexemes(ofText: field.text).words {
                place += 1
                add(word, field.weight)
                if !field.prefix.isEmpty { add(field.prefix + word, field.weight) }
            }
            place += 1  // so that no phrase goes on in the next field
        }
        // Words have neither quotation marks nor backslashes.
        return positions.map { "'\($0.key)':" + $0.value.joined(separator: ",") }.joined(separator: " ")
    }
}

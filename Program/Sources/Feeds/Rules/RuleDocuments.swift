import FeedStore
import Platform
import Search
import WebText

/// The rules for programs; see `docs/json.md`.
package struct RulesDocument: JSONDocument {
    private let rules: [Fields]
    /// Nil if the rules are applied to all stored items.
    private let progress: Progress?

    private struct Progress: Encodable {
        let applied, total: Int
    }

    private struct Fields: Encodable {
        let id: Int64
        let rule, verb, createdAt: String
        let items: Int?
        let hasMore: Bool?
        let lastMetAt: String?
    }

    /// The rules in order.
    ///
    /// - Parameter progress: how far they are applied to stored items; nil if they are applied to all.
    package init(_ rules: [ListedRule], _ progress: RuleProgress?) {
        self.progress = progress.map { Progress(applied: $0.applied, total: $0.total) }
        self.rules = rules.map {
            Fields(
                id: $0.id, rule: $0.rule.text, verb: $0.rule.verb.rawValue,
                createdAt: $0.stored.createdAt.internetDateTime, items: $0.items, hasMore: $0.hasMore ? true : nil,
                lastMetAt: $0.stored.lastMetAt?.internetDateTime)
        }
    }
}

extension TestedRule {
    /// The result as one line of JSON; see `docs/json.md`.
    /// - Parameter picture: where a server shows the pictures.
    package func json(picture: @escaping ListedItems.PictureAddress = { _, _ in nil }) throws -> Data {
        try JSONEncoder.documents.encode(
            Document(
                rule: rule.text, tested: tested, matched: matched, hidden: hidden,
                items: items.items.map { ItemDocument($0, picture: picture) }))
    }

    private struct Document: Encodable {
        let rule: String
        let tested, matched, hidden: Int
        let items: [ItemDocument]
    }
}

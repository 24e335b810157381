import FeedStore
public import Platform
public import Search
import WebText

/// The rules for programs; see `docs/json.md`.
public struct RulesDocument: JSONDocument {
    private let rules: [Fields]

    private struct Fields: Encodable {
        let id: Int64
        let rule, verb, createdAt: String
    }

    /// The rules in order.
    public init(_ rules: [StoredRule]) {
        self.rules = rules.map {
            Fields(
                id: $0.id, rule: $0.rule.text, verb: $0.rule.verb.rawValue, createdAt: $0.createdAt.internetDateTime)
        }
    }
}

extension TestedRule {
    /// The result as one line of JSON; see `docs/json.md`.
    /// - Parameter picture: where a server shows the pictures.
    public func json(picture: @escaping ListedItems.PictureAddress = { _, _ in nil }) throws -> Data {
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

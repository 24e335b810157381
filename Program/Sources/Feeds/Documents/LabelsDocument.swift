import FeedStore

/// The labels for programs; see `docs/json.md`.
package struct LabelsDocument: JSONDocument {
    private let labels: [Fields]

    private struct Fields: Encodable {
        let name: String
        let items: Int
    }

    /// A document of labels.
    package init(_ labels: [Label]) {
        self.labels = labels.map { Fields(name: $0.name, items: $0.count) }
    }
}

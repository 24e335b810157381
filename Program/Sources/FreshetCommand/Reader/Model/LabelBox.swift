import FeedStore
import Feeds
import Search

/// The box that adds a label to an item, or removes one that it has.
struct LabelBox: Sendable {
    let item: ItemKey
    /// The labels that the item has.
    let labels: [String]
    var field = TextField()
    /// Why the label can't be added.
    private(set) var problem: String?

    init(_ item: ListedItems.Item) {
        self.item = item.key
        labels = item.shown.labels
    }

    /// True if the item has a label with the typed name.
    var removes: Bool { labels.contains { LabelName.folded($0) == LabelName.folded(field.text) } }

    /// The change as typed; nil if the text can't be the name of a label.
    mutating func change() -> ReaderEffect? {
        guard let name = LabelName.checked(field.text) else {
            problem = LabelName.requirement
            return nil
        }
        return .label(item, name, isAdded: !labels.contains { LabelName.folded($0) == LabelName.folded(name) })
    }

    /// Edits the line or moves its cursor; false if the event does neither.
    mutating func edit(_ event: InputEvent) -> Bool {
        problem = nil
        return field.edit(event)
    }
}

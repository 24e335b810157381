import Search

/// A label of an account, which groups items.
package struct Label: Sendable, Hashable, Identifiable {
    /// The number. Numbers aren't reused, and a renamed label keeps its own.
    package let id: Int64
    /// The name, which is unique for the account without regard to case.
    package let name: String
    /// The number of items with the label.
    package let count: Int

    /// A label.
    package init(id: Int64, name: String, count: Int) {
        (self.id, self.name, self.count) = (id, name, count)
    }

    /// The maximum number of labels of an account.
    package static let most = 200
    /// The maximum number of labels of an item.
    package static let mostOfItem = 20
}

/// Why labels can't be changed. The description also says what to do.
package enum LabelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text can't be the name of a label.
    case badName(String)
    /// The account has no label of that name.
    case unknown(String)
    /// The account has as many labels as it may.
    case tooMany
    /// An item has as many labels as it may.
    case tooManyOfItem

    /// The message for users: the problem, then the remedy.
    package var description: String {
        switch self {
        case .badName(let name): "“\(name)” can't be the name of a label. \(LabelName.requirement)"
        case .unknown(let name): "There is no label “\(name)”."
        case .tooMany: "You have \(Label.most) labels, which is the maximum. Remove one that you don't need."
        case .tooManyOfItem:
            "An item has at most \(Label.mostOfItem) labels. Remove one of them first."
        }
    }
}

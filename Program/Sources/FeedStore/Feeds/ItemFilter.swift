/// Which of a feed's items to read.
package struct ItemFilter: Sendable, Hashable {
    /// The only kind of item, such as `PushEvent`; nil for all.
    package var kind: String?
    /// Whether read items are left out.
    package var isUnreadOnly: Bool

    /// Words that each item contains; see ``ItemWords``.
    package var words: [String]

    /// By default, all items.
    package init(kind: String? = nil, isUnreadOnly: Bool = false, words: [String] = []) {
        self.kind = kind
        self.isUnreadOnly = isUnreadOnly
        self.words = words
    }
}

/// Which of a feed's items to read.
public struct ItemFilter: Sendable, Hashable {
    /// The only kind of item, such as `PushEvent`; nil for all.
    public var kind: String?
    /// Whether read items are left out.
    public var isUnreadOnly: Bool

    /// Words that each item contains; see ``ItemWords``.
    public var words: [String]

    /// By default, all items.
    public init(kind: String? = nil, isUnreadOnly: Bool = false, words: [String] = []) {
        self.kind = kind
        self.isUnreadOnly = isUnreadOnly
        self.words = words
    }
}

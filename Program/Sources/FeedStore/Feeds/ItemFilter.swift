/// Which of a feed's items to read.
public struct ItemFilter: Sendable, Hashable {
    /// The only kind of item, such as `PushEvent`; nil for all.
    public var kind: String?
    /// Whether read items are left out.
    public var isUnreadOnly: Bool

    /// By default, all items.
    public init(kind: String? = nil, isUnreadOnly: Bool = false) {
        self.kind = kind
        self.isUnreadOnly = isUnreadOnly
    }
}

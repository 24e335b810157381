/// A column of a feed's table.
public struct EntryColumn: Sendable, Hashable {
    /// What of an entry stands in it.
    public enum Content: Sendable, Hashable {
        /// When it happened.
        case date
        /// The headline with its link.
        case title
        /// The item's id.
        case id
        /// Where it comes from; in a pipe the address that the headline leads to where `isAddress` is set.
        case source(isAddress: Bool = false)
        /// Who made it.
        case author
        /// Whether it goes on.
        case state
        /// The number of that name; it leads to the discussion where `leadsToDiscussion` is set.
        case measure(String, isWithUnit: Bool = false, leadsToDiscussion: Bool = false)
        /// Where on Earth it is.
        case place
        /// A sentence about it.
        case summary
    }

    /// The heading, in capitals.
    public let header: String
    /// What stands in it.
    public let content: Content
    /// Whether it is aligned at its end, as numbers are.
    public let isTrailing: Bool
    /// The narrowest it may become, in columns of the terminal; 0 for its own width.
    public let minimum: Int
    /// The widest it may become; nil without a bound.
    public let maximum: Int?
    /// Whether it gives way and takes what is left over.
    public let isFlexible: Bool
    /// The larger, the earlier it goes where there is no room; 0 stays.
    public let dropOrder: Int
    /// Whether it is left out where all items have the same in it.
    public let isHiddenWhereAlike: Bool

    /// A column that has its own width and stays unless told otherwise.
    public init(
        _ header: String, _ content: Content, isTrailing: Bool = false, minimum: Int = 0, maximum: Int? = nil,
        isFlexible: Bool = false, dropOrder: Int = 0, isHiddenWhereAlike: Bool = false
    ) {
        self.header = header
        self.content = content
        self.isTrailing = isTrailing
        self.minimum = minimum
        self.maximum = maximum
        self.isFlexible = isFlexible
        self.dropOrder = dropOrder
        self.isHiddenWhereAlike = isHiddenWhereAlike
    }
}

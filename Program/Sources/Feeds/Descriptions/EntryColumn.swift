/// A column of a feed's table.
package struct EntryColumn: Sendable, Hashable {
    /// The part of an entry that the column shows.
    package enum Content: Sendable, Hashable {
        /// The date.
        case date
        /// The headline with its link.
        case title
        /// The item's id.
        case id
        /// The source. In a pipe, the headline's address if `isAddress` is set.
        case source(isAddress: Bool = false)
        /// The author.
        case author
        /// The author with the headline's link; the headline of an item without an author.
        case byline
        /// The state of an event that may be open.
        case state
        /// The measure of that name. Links to the discussion if `leadsToDiscussion` is set.
        case measure(String, isWithUnit: Bool = false, leadsToDiscussion: Bool = false)
        /// The location.
        case place
        /// The summary.
        case summary
    }

    /// The heading, in capitals.
    package let header: String
    /// The heading where there is little room; nil for the same.
    package let shortHeader: String?
    /// The part of an entry that it shows.
    package let content: Content
    /// True if it is aligned to the right, like numbers.
    package let isTrailing: Bool
    /// The minimum width in terminal columns; 0 for the width of its content.
    package let minimum: Int
    /// The maximum width in terminal columns; nil for no maximum.
    package let maximum: Int?
    /// True if it shrinks and grows with the terminal.
    package let isFlexible: Bool
    /// Columns with larger numbers are dropped first if there is no room; 0 is never dropped.
    package let dropOrder: Int
    /// True if it is hidden if all items have the same value.
    package let isHiddenWhereAlike: Bool

    /// A column as wide as its content that is never dropped, by default.
    package init(
        _ header: String, short: String? = nil, _ content: Content, isTrailing: Bool = false, minimum: Int = 0,
        maximum: Int? = nil,
        isFlexible: Bool = false, dropOrder: Int = 0, isHiddenWhereAlike: Bool = false
    ) {
        self.header = header
        shortHeader = short
        self.content = content
        self.isTrailing = isTrailing
        self.minimum = minimum
        self.maximum = maximum
        self.isFlexible = isFlexible
        self.dropOrder = dropOrder
        self.isHiddenWhereAlike = isHiddenWhereAlike
    }
}

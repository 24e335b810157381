/// The order of a feed's items.
package enum ItemOrder: Sendable, Hashable, CaseIterable {
    /// Dated items newest first, then undated items by rank.
    case newest
    /// By rank, smallest first, then unranked items newest first.
    case ranked
    /// By measure, largest first, then items without a measure newest first.
    case largest
}

/// The order of search results.
package enum SearchOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// Best match first. Without words to match, newest first.
    case rank
    /// Newest first.
    case date
    /// Last stored first, regardless of dates.
    case arrival
}

import FeedStore

/// How much of what a refresh fetched is stored, and so what of its requests is worth remembering.
enum Completeness: Sendable {
    /// All of it.
    case whole
    /// What arrived; the rest is to be asked for soon.
    case part
    /// Nothing: the refresh failed.
    case failed
    /// Nothing: nobody waited for it.
    case abandoned

    /// The entry without what would keep anybody from asking for what is not stored.
    func kept(_ entry: LedgerEntry) -> LedgerEntry {
        guard self != .whole, entry.isAnswered else { return entry }
        var entry = entry
        let isManners = entry.rule?.isLimit != true
        if self == .abandoned ? isManners : entry.rule == .spacing {
            entry.nextAllowedAt = nil
            entry.rule = nil
        }
        if self != .part { (entry.eTag, entry.lastModified, entry.nextPage) = (nil, nil, nil) }
        return entry
    }
}

extension LedgerEntry {
    /// Whether a whole answer came.
    var isAnswered: Bool {
        if case .status(let code) = outcome { (200..<300).contains(code) || code == 304 } else { false }
    }
}

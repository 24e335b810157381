import FeedStore

/// How much of a refresh was stored, which decides what to remember of its requests.
enum Completeness: Sendable {
    /// Everything.
    case whole
    /// The part that arrived; the rest should be requested soon.
    case part
    /// Nothing: the refresh failed.
    case failed
    /// Nothing: the refresh was canceled.
    case abandoned

    /// The entry without anything that would keep the missing part from being requested again.
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
    /// Whether a complete response arrived.
    var isAnswered: Bool {
        if case .status(let code) = outcome { (200..<300).contains(code) || code == 304 } else { false }
    }
}

import Platform

/// Another process or another look refreshes the feed, or has just stored it. Its result will be in the store when its lease ends, at the latest.
struct RefreshInProgress: Error {
    /// When the lease expires unless it is renewed.
    let until: Date
}

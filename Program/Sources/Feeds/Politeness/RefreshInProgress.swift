import Platform

/// Another process is refreshing the feed. Its result will be in the store when its lease ends, at the latest.
struct RefreshInProgress: Error {
    /// When the lease expires unless it is renewed.
    let until: Date
}

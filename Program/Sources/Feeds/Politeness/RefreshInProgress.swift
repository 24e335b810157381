#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Another process is refreshing the feed: what comes of it will be in the store, at the latest when its lease ends.
struct RefreshInProgress: Error {
    /// When the lease ends unless it is renewed.
    let until: Date
}

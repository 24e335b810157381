#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Somebody else is asking at this moment: what comes of it will be in the store, at the latest when the lease ends.
struct BeingAsked: Error {
    /// When the lease ends.
    let until: Date
}

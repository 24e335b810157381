#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a request is entered into the ledger, and what may forbid it.
enum Accounting: Sendable, Hashable {
    /// Asked again only when its last answer allows it, and never sooner than `spacing` seconds. With `validates`, validators are sent back,
    /// so that the answer may be that nothing has changed.
    case polled(spacing: TimeInterval, validates: Bool)
    /// Belongs to a polled request that was allowed: only limits forbid it, and no validators are sent.
    case following
    /// One of many alike, which are entered together under this address; only limits forbid it.
    case counted(as: String)
}

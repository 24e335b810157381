#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How instants are stored: whole milliseconds since 1970, which sort and which `sqlite3` can read.
extension Date {
    /// Rounds to the millisecond; what lies beyond 285,000 years or is not a number is moved to that bound.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return Int64(min(max(value, -9e15), 9e15))
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

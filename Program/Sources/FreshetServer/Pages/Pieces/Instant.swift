import WebText
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An instant as a page tells it: in UTC for all readers, until the page's script tells it in the reader's zone or as an age.
struct Instant: Sendable {
    /// What the script makes of it.
    enum Telling: String {
        /// `12 min`
        case age
        /// `12 s ago`
        case ago
        /// `10:45`, with the day unless that is today.
        case clock
    }

    let date: Date

    init(_ date: Date) { self.date = date }

    /// `21 Nov 10:32 UTC`, with the year unless it is that of `now`.
    func words(_ now: Date) -> String {
        let then = CivilDate(date)
        let isThisYear = then.year == CivilDate(now).year
        return "\(then.day) \(then.monthName) \(isThisYear ? "" : "\(then.year) ")\(then.clock) UTC"
    }

    /// The `time` element.
    func html(_ telling: Telling, _ now: Date) -> HTML {
        "<time class=\"\(telling.rawValue)\" datetime=\"\(date.internetDateTime)\">\(words(now))</time>"
    }
}

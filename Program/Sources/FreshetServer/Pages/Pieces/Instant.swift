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

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    let date: Date

    init(_ date: Date) { self.date = date }

    /// `21 Nov 10:32 UTC`, with the year unless it is that of `now`.
    func words(_ now: Date) -> String {
        // 2026-11-21T10:32:00Z
        let parts = date.internetDateTime.split(separator: "T")
        let day = (parts.first ?? "").split(separator: "-").map(String.init)
        guard parts.count == 2, day.count == 3, let month = Int(day[1]), Self.months.indices.contains(month - 1),
            let number = Int(day[2])
        else { return date.internetDateTime }
        let isThisYear = now.internetDateTime.hasPrefix(day[0] + "-")
        return "\(number) \(Self.months[month - 1]) \(isThisYear ? "" : day[0] + " ")\(parts[1].prefix(5)) UTC"
    }

    /// The `time` element.
    func html(_ telling: Telling, _ now: Date) -> HTML {
        "<time class=\"\(telling.rawValue)\" datetime=\"\(date.internetDateTime)\">\(words(now))</time>"
    }
}

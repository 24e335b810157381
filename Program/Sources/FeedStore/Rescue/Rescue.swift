/// A report of what was moved from a damaged store to the new one.
package struct Rescue: Sendable, Hashable, CustomStringConvertible {
    /// A part of a store's contents.
    package enum Part: String, Sendable, Hashable, CaseIterable {
        /// Followed feeds with their settings.
        case followedFeeds = "followed feeds"
        /// Saved items with their payloads.
        case savedItems = "saved items"
        /// Items that were read.
        case readMarks = "read marks"
        /// All items, and the feeds that list them.
        case items
        /// Rules, sinks and waiting notifications.
        case rules
    }

    /// The number of rescued rows of each part.
    package var rescued: [Part: Int]
    /// The parts of which rows are or may be lost.
    package var incomplete: Set<Part>

    /// Creates a report.
    package init(rescued: [Part: Int] = [:], incomplete: Set<Part> = []) {
        self.rescued = rescued
        self.incomplete = incomplete
    }

    /// One or two sentences: what was rescued, and what may be lost.
    package var description: String {
        let counts = Part.allCases.map { "\(self.rescued[$0] ?? 0) \($0.rawValue)" }
        let sentence = "Rescued: \(counts.joined(separator: ", "))."
        if incomplete.isEmpty { return sentence }
        let lost = Part.allCases.filter(incomplete.contains).map(\.rawValue)
        return sentence + " Some may be lost: \(lost.joined(separator: ", "))."
    }
}

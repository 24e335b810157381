import Platform

/// A span of a feed in which items are missing, because the upstream no longer returns them.
///
/// Usually from the date of one known item to that of the next.
package struct Gap: Sendable, Hashable {
    /// The last known instant before the gap.
    package let after: Date
    /// The first known instant after the gap.
    package let before: Date

    /// Creates a gap. The store ignores a gap that doesn't end after it begins.
    package init(after: Date, before: Date) {
        self.after = after
        self.before = before
    }
}

extension Gap {
    /// The parts of the gap outside `span`: none, one or two.
    func outside(_ span: ClosedRange<Date>) -> [Gap] {
        guard span.lowerBound < before, after < span.upperBound else { return [self] }
        return [Gap(after: after, before: span.lowerBound), Gap(after: span.upperBound, before: before)]
            .filter { $0.after < $0.before }
    }

    /// The same spans, disjoint and newest first. Adjacent gaps aren't merged.
    static func disjoint(_ gaps: [Gap]) -> [Gap] {
        var result: [Gap] = []
        for gap in gaps.filter({ $0.after < $0.before }).sorted(by: { $0.after < $1.after }) {
            if let last = result.last, gap.after < last.before {
                result[result.count - 1] = Gap(after: last.after, before: max(last.before, gap.before))
            } else {
                result.append(gap)
            }
        }
        return result.reversed()
    }
}

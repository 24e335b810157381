#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A span of a feed of which nothing is known: the upstream no longer gave what happened between the two instants.
///
/// The instants themselves are known, as a rule the dates of the items on either side.
public struct Gap: Sendable, Hashable, Codable {
    /// The newest instant known before the gap.
    public let after: Date
    /// The oldest instant known behind it.
    public let before: Date

    /// Describes the span; one that does not end after it begins holds nothing, and the store drops it.
    public init(after: Date, before: Date) {
        self.after = after
        self.before = before
    }
}

extension Gap {
    /// What remains of the gap when everything within `span` is known: nothing, one piece, or one on either side.
    func outside(_ span: ClosedRange<Date>) -> [Gap] {
        guard span.lowerBound < before, after < span.upperBound else { return [self] }
        return [Gap(after: after, before: span.lowerBound), Gap(after: span.upperBound, before: before)]
            .filter { $0.after < $0.before }
    }

    /// The same spans, disjoint and newest first.
    ///
    /// Two that only touch stay two: something is known where they meet.
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

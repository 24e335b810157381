import Stories

/// A decision of an account about stories, which can be undone.
package struct StoryChange: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        let item, with: Int64
        var before: String?
        let after: String?
        /// The evidence that it changes; nil for any.
        let condition: String?

        init(_ one: Int64, _ other: Int64, _ after: String?, onlyIf condition: String? = nil) {
            (item, with, self.after, self.condition) = (max(one, other), min(one, other), after, condition)
        }
    }

    /// The maximum number of items that users split or join at once. Each is compared with each.
    package static let maximum = 50

    var pairs: [Pair] = []
}

extension StoryChange {
    /// The change as text, for forms that undo it: `12-3:words>apart,…`.
    package var text: String {
        pairs.map { "\($0.item)-\($0.with):\($0.before ?? "")>\($0.after ?? "")" }.joined(separator: ",")
    }

    /// The change that ``text`` describes; nil for any other text.
    package init?(text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let fields = part.split(maxSplits: 3, omittingEmptySubsequences: false) { "-:>".contains($0) }
            guard fields.count == 4, let item = Int64(fields[0]), let with = Int64(fields[1]), item > with, with > 0,
                let before = Self.evidence(fields[2]), let after = Self.evidence(fields[3])
            else { return nil }
            var pair = Pair(item, with, after)
            pair.before = before
            pairs.append(pair)
        }
    }

    /// Nil for a word that is no evidence; the inner value is nil for an empty one.
    private static func evidence(_ word: Substring) -> String?? {
        if word.isEmpty { return .some(nil) }
        let isKnown =
            StoryEvidence(rawValue: String(word)) != nil || [StoryRows.joined, StoryRows.apart].contains(String(word))
        return isKnown ? .some(String(word)) : nil
    }
}

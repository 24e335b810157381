/// The feeds in which a rule acts.
///
/// `keep` and `notify` leave out discussions unless the rule names one, or the path directly above it: `in:news` means the
/// lists of stories, not the comments on a story.
package struct RuleScope: Sendable {
    /// The paths that the rule names; nil if it acts in discussions too.
    private let named: [[UInt8]]?

    init(_ rule: Rule) {
        switch rule.verb {
        case .keep, .notify:
            named = rule.query.leaves.compactMap { term in
                if case .feed(let path) = term.condition, !term.isExcluded { ASCIIText.lowercased(path) } else { nil }
            }
        case .mute, .mark, .save, .label, .highlight: named = nil
        }
    }

    /// The subject with only the feeds in which the rule acts; nil if there are none.
    package func narrowed(_ subject: SearchSubject) -> SearchSubject? {
        if subject.feeds.allSatisfy(includes) { return subject }
        var narrowed = subject
        narrowed.feeds.removeAll { !includes($0) }
        return narrowed.feeds.isEmpty ? nil : narrowed
    }

    private func includes(_ feed: SearchSubject.Feed) -> Bool {
        guard let named, feed.isDiscussion else { return true }
        let depth = Self.depth(feed.key.utf8)
        return named.contains { ASCIIText.isPath($0, of: feed.key) && Self.depth($0) >= depth - 1 }
    }

    private static func depth(_ path: some Sequence<UInt8>) -> Int { path.count { $0 == UInt8(ascii: "/") } }
}

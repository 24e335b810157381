/// Rules that are prepared for evaluation on many items.
package struct RuleSet: Sendable {
    /// One prepared rule.
    package struct Prepared: Sendable {
        package let stored: StoredRule
        package let predicate: SearchPredicate
        package let scope: RuleScope

        package init(_ stored: StoredRule) {
            self.stored = stored
            predicate = SearchPredicate(stored.rule.query.terms)
            scope = RuleScope(stored.rule)
        }

        package var id: Int64 { stored.id }
        package var rule: Rule { stored.rule }

        package func matches(_ subject: SearchSubject, now: Int64) -> Bool {
            scope.narrowed(subject).map { predicate.matches($0, now: now) } ?? false
        }
    }

    /// A `keep` rule: the feeds that it names, and what it keeps there.
    private struct Keep: Sendable {
        let feeds: SearchPredicate
        let items: SearchPredicate
        let scope: RuleScope

        func names(_ subject: SearchSubject, now: Int64) -> Bool {
            scope.narrowed(subject).map { feeds.matches($0, now: now) } ?? false
        }
    }

    private let mutes: [SearchPredicate]
    private let keeps: [Keep]
    private let highlights: [SearchPredicate]
    /// The rules that act once on an item, in order: save, label, mark, notify.
    package let actions: [Prepared]
    /// The parts of a subject that the rules need.
    package let needs: SearchSubject.Needs

    package init(_ stored: [StoredRule]) {
        let all = stored.map(Prepared.init)
        mutes = all.filter { $0.rule.verb == .mute }.map(\.predicate)
        keeps = stored.filter { $0.rule.verb == .keep }.map { stored in
            let terms = stored.rule.query.terms
            return Keep(
                feeds: SearchPredicate(terms.filter(\.condition.namesFeeds)),
                items: SearchPredicate(terms.filter { !$0.condition.namesFeeds }), scope: RuleScope(stored.rule))
        }
        highlights = all.filter { $0.rule.verb == .highlight }.map(\.predicate)
        let verbs: [Rule.Verb] = [.save, .label, .mark, .notify]
        actions = verbs.flatMap { verb in all.filter { $0.rule.verb == verb } }
        needs = all.reduce([]) { $0.union($1.predicate.needs) }
    }

    /// True if any rule hides items.
    package var canHide: Bool { !mutes.isEmpty || !keeps.isEmpty }

    /// True if the rules hide the subject in its feed, unless it is saved.
    package func hides(_ subject: SearchSubject, now: Int64) -> Bool {
        if mutes.contains(where: { $0.matches(subject, now: now) }) { return true }
        var isKept: Bool?
        for keep in keeps where keep.names(subject, now: now) {
            if keep.items.matches(subject, now: now) { return false }
            isKept = false
        }
        return isKept == false
    }

    package func highlights(_ subject: SearchSubject, now: Int64) -> Bool {
        highlights.contains { $0.matches(subject, now: now) }
    }
}

extension SearchQuery.Condition {
    /// True if the condition tests the feed instead of the item.
    package var namesFeeds: Bool {
        switch self {
        case .any(let alternatives): alternatives.joined().allSatisfy(\.condition.namesFeeds)
        case .feed, .folder: true
        default: false
        }
    }
}

public import Platform
public import Search
import WebText

/// The rules, which are applied as items are stored.
///
/// ``Rule/Verb/save`` is applied first and overrides `mute` and `keep`. Hidden items don't notify. A rule marks, saves or
/// notifies once for each item. Every function blocks the calling thread.
public protocol RuleStore: Sendable {
    /// The rules, in order.
    func rules() throws -> [StoredRule]

    /// Adds rules at the end, and applies them to every stored item in the same transaction.
    ///
    /// Ignores rules that exist already. Items stored before never notify.
    /// - Returns: the added rules.
    @discardableResult
    func addRules(_ rules: [Rule], at date: Date) throws -> [StoredRule]

    /// Removes a rule. Items that it hid or highlighted change back; marks and saves stay.
    ///
    /// - Returns: false if there is no such rule.
    @discardableResult
    func removeRule(_ id: Int64, at date: Date) throws -> Bool

    /// Tests a rule on the `limit` most recently stored items, without changing anything.
    /// - Parameter deadline: when it fails with ``FeedStoreError/tooSlow``; nil for never.
    func testRule(_ rule: Rule, limit: Int, now: Date, until deadline: ContinuousClock.Instant?) throws -> RuleTest

    /// The rules that hide items of a feed, for items that aren't stored yet; nil if there are none.
    func muteFilter(for feed: FeedKey) throws -> MuteFilter?
}

extension RuleStore {
    /// Tests a rule without a deadline.
    public func testRule(_ rule: Rule, limit: Int, now: Date) throws -> RuleTest {
        try testRule(rule, limit: limit, now: now, until: nil)
    }
}

/// Finds the items of a feed that rules hide.
public struct MuteFilter: Sendable {
    let rules: RuleSet
    let feed: SearchSubject.Feed

    /// Whether the rules hide an item with these fields, unless it is saved.
    public func hides(_ fields: SearchFields, date: Date?, at now: Date) -> Bool {
        var subject = SearchSubject(fields, time: date ?? now, rules.needs)
        subject.feeds = [feed]
        return rules.hides(subject, now: now.milliseconds)
    }
}

/// The result of testing a rule.
public struct RuleTest: Sendable, Hashable {
    /// The number of items tested, the most recently stored ones.
    public var tested: Int
    /// The number of items that match.
    public var matched: Int
    /// The number of items that the rule would hide; 0 unless it mutes or keeps.
    public var hidden: Int
    /// The matching items, or for `keep` the hidden ones; last stored first.
    public var items: [StoredItem]
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The rules, which apply to items as they are stored.
///
/// ``Rule/Verb/save`` acts first and beats `mute` and `keep`. Hidden items don't notify. Each rule marks, saves or
/// notifies once for each item. Every function blocks the calling thread.
public protocol RuleStore: Sendable {
    /// The rules, in order.
    func rules() throws -> [StoredRule]

    /// Adds rules at the end, and applies them to every stored item in the same transaction.
    ///
    /// Rules whose text is stored already are ignored. Stored items never notify.
    /// - Returns: the added rules.
    @discardableResult
    func addRules(_ rules: [Rule], at date: Date) throws -> [StoredRule]

    /// Removes a rule. What it hid or highlighted is shown as before; what it marked or saved stays so.
    ///
    /// - Returns: false if there is no such rule.
    @discardableResult
    func removeRule(_ id: Int64, at date: Date) throws -> Bool

    /// Replaces all rules. Those whose text stays the same stay the same rules.
    func replaceRules(_ rules: [Rule], at date: Date) throws

    /// Finds what a rule would have done to the `limit` items stored last, without doing it.
    func testRule(_ rule: Rule, limit: Int, now: Date) throws -> RuleTest

    /// What the rules hide of a feed, for items that aren't stored yet; nil if they hide nothing there.
    func muteFilter(for feed: FeedKey) throws -> MuteFilter?
}

/// Tells which items of a feed the rules hide.
public struct MuteFilter: Sendable {
    let rules: RuleSet
    let feed: SearchSubject.Feed

    /// Whether the rules hide the item, unless it is saved.
    public func hides(_ item: Refresh.Item, at now: Date) -> Bool {
        var subject = SearchSubject(item.search, time: item.date ?? now, rules.needs)
        subject.feeds = [feed]
        return rules.mutes(subject, now: now.milliseconds)
    }
}

public import Platform
public import Search
import WebText

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

import Platform
import Search
import WebText

/// Finds the items of a feed that rules hide.
package struct MuteFilter: Sendable {
    let rules: RuleSet
    let feed: SearchSubject.Feed

    /// Returns true if the rules hide an unsaved item with these fields.
    package func hides(_ fields: SearchFields, date: Date?, at now: Date) -> Bool {
        var subject = SearchSubject(fields, time: date ?? now, rules.needs)
        subject.feeds = [feed]
        return rules.hides(subject, now: now.milliseconds)
    }
}

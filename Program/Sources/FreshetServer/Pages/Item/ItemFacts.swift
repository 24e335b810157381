import Feeds
import WebText

/// The facts about an event, as a list of names and values.
struct ItemFacts {
    let entry: Entry
    let site: Site

    /// Nil for items without a place.
    var html: HTML? {
        guard entry.location != nil else { return nil }
        let rows: [HTML] = facts.map { name, value in "<dt>\(name)</dt><dd>\(value)</dd>" }
        return "<dl class=\"item-facts\">\(rows)</dl>"
    }

    private var facts: [(name: HTML, value: HTML)] {
        var facts: [(name: HTML, value: HTML)] = []
        if let isOpen = entry.isOpen {
            let date: HTML? = entry.closed.map { ", \(Instant($0).html(.clock, site.now))" }
            facts.append(("State", "\(isOpen ? "open" : "closed")\(isOpen ? nil : date)"))
        }
        if let began = entry.began, began != entry.date {
            facts.append(("Began", Instant(began).html(.clock, site.now)))
        }
        if let date = entry.date {
            facts.append((entry.isOpen == nil ? "Time" : "Last seen", Instant(date).html(.clock, site.now)))
        }
        facts += entry.measures.filter { $0.value != nil }.map { measure in
            ("\(measure.id.prefix(1).uppercased() + measure.id.dropFirst())", "\(measure.wordsBesideName)")
        }
        if let location = entry.location {
            facts.append(("Place", "\(location.position.words)"))
            if location.track.count > 1 { facts.append(("Track", "\(location.track.count) positions")) }
        }
        if !entry.tags.isEmpty { facts.append(("Category", SafeText(entry.tags.joined(separator: ", ")).html)) }
        let sources = entry.facts.filter { $0.role == .source }.map(link)
        if !sources.isEmpty {
            facts.append((sources.count == 1 ? "Source" : "Sources", sources.joined(separator: " ")))
        }
        let others = entry.facts.filter { $0.role == .other }.map(link)
        if !others.isEmpty { facts.append(("More", others.joined(separator: " "))) }
        return facts
    }

    private func link(_ fact: Entry.Fact) -> HTML {
        let words = SafeText(fact.text, atMost: 80).html
        return EntryLink(fact.link)?.html(words, class: "place") ?? words
    }
}

extension Entry.Measure {
    /// The number with its unit, without what the name beside it says: `4.0` for a magnitude, `80 reports` for what was felt.
    fileprivate var wordsBesideName: String {
        let unit = value == 1 ? unit.singular : unit.plural
        if id.hasPrefix(unit) { return number }
        return unit.hasPrefix(id + " ") ? number + unit.dropFirst(id.count) : words
    }
}

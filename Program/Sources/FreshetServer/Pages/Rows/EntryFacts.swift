import Feeds
import Platform
import WebText

/// The entry's age and the facts below its title, on one line; those that don't fit are left out from the end.
struct EntryFacts {
    let entry: Entry
    let marker: MapMarker?
    let options: RowOptions
    /// The feed that lists the entry, where the list is of several feeds.
    let source: EntrySource?
    /// The story that the entry stands for.
    var story: RowStory?

    var html: HTML {
        var facts: [HTML] = []
        if let date = entry.date { facts.append(Instant(date).html(.age, options.site.now)) }
        let discussion = entry.facts.filter { $0.role == .discussion }.map(html)
        let place: HTML? = source.map { source in
            "<a class=\"place feed\" href=\"\(source.feed.address)\">\(BrokenName(source.title).html)</a>"
        }
        let others = entry.facts.filter { $0.role != .discussion && !isRedundant($0) }.map(html)
        if let place, let story {
            // A narrow row shows who tells it before anything else.
            return (spans(facts) + [story.html(after: place)] + spans(discussion + others)).joined(separator: " ")
        }
        facts += discussion + [place].compactMap(\.self) + others
        return spans(facts).joined(separator: " ")
    }

    private func spans(_ facts: [HTML]) -> [HTML] { facts.map { "<span>\($0)</span>" } }

    /// Whether a fact only repeats the feed of the page or row.
    private func isRedundant(_ fact: Entry.Fact) -> Bool {
        guard fact.role == .source else { return false }
        if fact.text == source?.title ?? options.title { return true }
        guard case .feed(let path) = fact.link, let feed = source?.feed ?? options.feed else { return false }
        return path.map { $0.lowercased() } == feed.path.map { $0.lowercased() }
    }

    private func html(_ fact: Entry.Fact) -> HTML {
        switch fact.role {
        case .state: return state(fact)
        case .place: return marker?.link ?? words(fact)
        case .kind, .source, .measure, .author, .discussion, .other:
            let words = words(fact)
            return EntryLink(fact.link)?.html(words, class: "place")
                ?? "<span class=\"\(fact.role.rawValue)\">\(words)</span>"
        }
    }

    private func words(_ fact: Entry.Fact) -> HTML {
        fact.role == .source ? BrokenName(fact.text, atMost: 80).html : SafeText(fact.text, atMost: 80).html
    }

    private func state(_ fact: Entry.Fact) -> HTML {
        let name = entry.isOpen == false ? "closed" : "open"
        let date: HTML? = entry.closed.map { " \(Instant($0).html(.clock, options.site.now))" }
        return "<span class=\"state \(name)\">\(SafeText(fact.text, atMost: 40).text)\(date)</span>"
    }
}

/// The feed that lists an entry, under the name that readers know.
struct EntrySource {
    let feed: Feed
    let title: String
}

/// A name that breaks after its slash if it doesn't fit on a line.
struct BrokenName {
    private let text: String

    init(_ text: String, atMost length: Int = 500) { self.text = SafeText(text, atMost: length).text }

    var html: HTML {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !text.contains(" ") else {
            return "<bdi>\(text)</bdi>"
        }
        return """
            <bdi><span class="part">\(String(parts[0]))/</span><wbr><span class="part">\(String(parts[1]))</span></bdi>
            """
    }
}

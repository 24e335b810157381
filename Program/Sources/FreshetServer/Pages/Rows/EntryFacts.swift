import Feeds
import Platform
import WebText

/// The entry's age and the facts below its title, on one line. Facts that don't fit are left out from the end.
struct EntryFacts {
    let entry: Entry
    let marker: MapMarker?
    let options: RowOptions
    /// The feed that lists the entry, in lists of several feeds.
    let source: EntrySource?
    /// The story that the entry represents.
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

    /// Returns true if a fact only repeats the feed of the page or row.
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

/// The start of a row, after its rank: a picture, a measure, a state or a word.
struct EntryLead {
    let entry: Entry
    /// The feed that lists the entry, in lists of several feeds.
    var source: EntrySource?
    let site: PageContext

    var html: HTML {
        switch entry.lead {
        case .none: source.map { FeedMark($0.feed, titled: $0.title).standalone } ?? ""
        case .avatar: Portrait(author: entry.author, site: site).html
        case .measure: measure
        case .state: entry.isOpen == false ? Self.closed : Self.open
        case .word(let word): "<span class=\"points word\">\(SafeText(word, atMost: 12).html)</span>"
        }
    }

    private var measure: HTML {
        guard let measure = entry.measures.first, measure.value != nil else { return "<span class=\"points\"></span>" }
        let unit = measure.value == 1 ? measure.unit.singular : measure.unit.plural
        return "<span class=\"points\"><b>\(measure.number)</b> <span>\(SafeText(unit, atMost: 20).text)</span></span>"
    }

    private static let open: HTML =
        "<svg class=\"shape open\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><circle cx=\"10\" cy=\"10\" r=\"6\"/></svg>"
    private static let closed: HTML =
        "<svg class=\"shape closed\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><rect x=\"5\" y=\"5\" width=\"10\" height=\"10\" rx=\"1\"/></svg>"
}

/// An author's picture over their initials, which show until it has loaded.
struct Portrait {
    let author: Entry.Author?
    let site: PageContext

    var html: HTML {
        let picture: HTML? = author.flatMap(site.avatar).map {
            "<img src=\"\($0)\" width=\"36\" height=\"36\" loading=\"lazy\" decoding=\"async\" alt=\"\">"
        }
        let initials = Initials(of: SafeText(author?.name ?? "").text).letters
        return "<span class=\"portrait\" aria-hidden=\"true\">\(initials)\(picture)</span>"
    }
}

/// The title of an entry, with its emphasis and its code.
struct EntryTitle {
    let entry: Entry

    /// A single run is set apart from text of another direction by itself; the caller does that for several.
    var html: HTML {
        let runs: [HTML] = entry.title.map { run in
            let text = SafeText(run.text)
            if run.isEmphasized { return "<strong>\(text.html)</strong>" }
            if run.isCode { return "<code>\(text.text)</code>" }
            return entry.title.count == 1 ? text.html : "\(text.text)"
        }
        return "\(runs)"
    }
}

/// The target of a part of an entry: a page of the web, or a feed's page on this server.
struct EntryLink {
    private enum Target {
        case web(WebAddress)
        case local(String)
    }

    private let target: Target

    /// Nil if the link may not be shown.
    init?(_ link: Entry.Link?) {
        switch link {
        case .web(let url):
            guard let address = WebAddress(url) else { return nil }
            target = .web(address)
        case .feed(let path): target = .local(Feed.address(path))
        case nil: return nil
        }
    }

    private init(_ target: Target) { self.target = target }

    /// The same feed with a query.
    func with(query: String) -> EntryLink {
        guard case .local(let path) = target else { return self }
        return EntryLink(.local(path + query))
    }

    /// The link.
    func html(_ content: HTML, class name: String) -> HTML {
        switch target {
        case .web(let address): address.link(content, class: name)
        case .local(let path): "<a class=\"\(name)\" href=\"\(path)\">\(content)</a>"
        }
    }
}

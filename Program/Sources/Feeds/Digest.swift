import FeedStore
import Platform
import Search
import WebText

/// The most important items of a time span, by feed.
package struct Digest: Sendable {
    /// The items of one feed.
    package struct Group: Sendable {
        /// The feed.
        package let feed: Feed
        /// The reader's name for the feed, or its own title.
        package let title: String
        /// The items: highlighted first, then by measure, then newest first.
        package let items: [ListedItems.Item]
    }

    /// The start of the span.
    package let since: Date
    /// The end of the span.
    package let until: Date
    /// The feeds with items, in the order in which they were followed.
    package let groups: [Group]
    /// The titles of the feeds that tell stories.
    let sources: [FeedKey: String]

    /// The maximum number of items of a feed.
    private static let most = 20

    /// Reads the items of the followed feeds, or of all feeds if none is followed. A story is in the group of its headline's feed.
    package init(_ environment: FeedEnvironment, since: Date, until: Date) throws {
        self.since = since
        self.until = until
        let query = SearchQuery(terms: [SearchQuery.Term(.since(.date(since)))])
        let found = try environment.search(query, order: .date, limit: 5_000, groupsStories: true)
        let followed = try environment.followed()
        let names = Dictionary(followed.map { ($0.feed.key, $0.title) }) { first, _ in first }
        let places = Dictionary(followed.enumerated().map { ($1.feed.key, $0) }) { first, _ in first }
        var items: [FeedKey: [ListedItems.Item]] = [:]
        for hit in found.hits {
            let key = hit.item.feed.key
            if followed.isEmpty || names[key] != nil, hit.item.shown.entry.isMarkable {
                items[key, default: []].append(hit.item)
            }
        }
        let groups = items.values.compactMap { items -> Group? in
            guard let feed = items.first?.feed else { return nil }
            let best = items.enumerated().sorted { Self.rank($0) < Self.rank($1) }.prefix(Self.most).map(\.element)
            return Group(feed: feed, title: names[feed.key] ?? feed.title, items: best)
        }
        var sources: [FeedKey: String] = [:]
        for voice in groups.flatMap(\.items).compactMap(\.story).flatMap(\.voices) {
            sources[voice.feed] = names[voice.feed] ?? environment.catalog.feed(voice.feed)?.title
        }
        self.sources = sources
        self.groups = groups.sorted {
            (places[$0.feed.key] ?? .max, $0.feed.key.rawValue) < (places[$1.feed.key] ?? .max, $1.feed.key.rawValue)
        }
    }

    /// The sort key, ascending.
    private static func rank(_ item: (offset: Int, element: ListedItems.Item)) -> (Int, Double, Int) {
        let shown = item.element.shown
        return (shown.isHighlighted ? 0 : 1, -(shown.entry.measures.first?.compared ?? -.infinity), item.offset)
    }

    /// The digest as one line of JSON; see `docs/json.md`.
    package func json() throws -> Data {
        try JSONEncoder.documents.encode(
            Document(
                since: since.internetDateTime, until: until.internetDateTime,
                groups: groups.map { group in
                    Document.Group(
                        feed: group.feed.key.rawValue, title: group.title,
                        items: group.items.map { ItemDocument($0, groupsStories: true) { _, _ in nil } })
                }))
    }

    private struct Document: Encodable {
        struct Group: Encodable {
            let feed, title: String
            let items: [ItemDocument]
        }

        let since, until: String
        let groups: [Group]
    }
}

extension Digest {
    /// The number of items.
    package var count: Int { groups.reduce(0) { $0 + $1.items.count } }

    /// The title.
    package var title: String { count.counted("item") + " in your feeds" }

    /// The text after an item's title: its measure, and the other feeds of its story (“, and 2 more: Top stories, Harbor notes”).
    private func details(_ item: ListedItems.Item) -> String {
        guard let story = item.story else { return item.measure }
        let titles = story.feeds(besides: item.feed.key).compactMap { sources[$0] }
            .map { SafeText($0, atMost: 200).text }
        return item.measure + ", " + story.othersWords + (titles.isEmpty ? "" : ": " + titles.joined(separator: ", "))
    }

    /// Plain text: a heading for each feed, and two lines for each item.
    package var text: String {
        groups.map { group in
            let items = group.items.map { item in
                (["* " + item.headline + details(item)] + [item.address].compactMap { $0.map { "  " + $0 } })
                    .joined(separator: "\n")
            }
            return SafeText(group.title, atMost: 200).text + "\n\n" + items.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Markdown: a heading for each feed, and a list of links.
    package var markdown: String {
        groups.map { group in
            let items = group.items.map { item in
                let title = item.headline.escapedForMarkdown
                let link = item.address.map { "[\(title)](<\($0)>)" } ?? title
                return "- " + link + details(item).escapedForMarkdown
            }
            return "## " + SafeText(group.title, atMost: 200).text.escapedForMarkdown + "\n\n"
                + items.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// A page without a style sheet, for mail programs.
    package var html: String {
        let sections = groups.map { group -> HTML in
            let items = group.items.map { item -> HTML in
                let link: HTML = item.address.map { "<a href=\"\($0)\">\(item.headline)</a>" } ?? "\(item.headline)"
                return "<li>\(link)\(details(item))</li>"
            }
            return """
                <h2>\(SafeText(group.title, atMost: 200).text)</h2>
                <ul>
                \(items.joined(separator: "\n"))
                </ul>
                """
        }
        let page: HTML = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title></head><body>
            <h1>\(title)</h1>
            \(sections.joined(separator: "\n"))
            </body></html>
            """
        return page.description
    }

    /// The digest as a message.
    package func note(id: String) -> OutgoingMessage { OutgoingMessage(id: id, title: title, body: text, html: html) }
}

extension ListedItems.Item {
    fileprivate var headline: String { SafeText(shown.entry.plainTitle, atMost: 300).text }

    fileprivate var address: String? { shown.entry.pageAddress?.text }

    /// The first measure, such as " (301 points)".
    fileprivate var measure: String {
        guard let measure = shown.entry.measures.first, measure.value != nil else { return "" }
        return " (\(SafeText(measure.words, atMost: 60).text))"
    }
}

extension String {
    /// The text with Markdown's special characters escaped.
    fileprivate var escapedForMarkdown: String {
        reduce(into: "") { text, character in
            if "\\`*_[]<>#|~".contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}

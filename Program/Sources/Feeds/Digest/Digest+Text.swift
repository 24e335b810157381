import FeedStore
import Platform
import WebText

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

    /// The digest as a note.
    package func note(id: String) -> Note { Note(id: id, title: title, body: text, html: html) }
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

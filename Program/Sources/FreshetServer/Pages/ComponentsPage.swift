import FeedStore
import Feeds
import Platform
import WebText

/// Every component of the style sheet once, for its developers.
struct ComponentsPage: Sendable {
    let site: PageContext
    /// A feed whose name and address the components show.
    let feed: Feed

    var html: HTML {
        Layout(title: "Components", address: "/components", site: site).document(
            """
            <main id="main" class="plain">\(bar)
            <h2>Tones</h2><p class="fine">What surrounds a list, the list, and what is read</p>\
            <div class="tones"><span>Back</span><span>Ground</span><span>Surface</span></div>
            <h2>Type</h2><p class="display">The name of an item</p><h1>The name of a page</h1><h2>The name of a group</h2><h3>A heading</h3><p class="lede">A first sentence</p><p>Text with a <a href="/help">link</a>, <code>code</code>, \
            <kbd>a key</kbd> and <mark>a match</mark>.</p><p class="fine">A remark</p><p class="wrong">An error</p>
            <h2>Buttons</h2><p><button class="button strong">Strong</button> <button class="button">Usual</button> \
            <button class="button quiet">Quiet</button> \
            \(DangerButton(path: "/components", title: "Danger").html) <button class="icon-button" aria-label="Icon">\(Icon.refresh.html)</button> \
            <button class="pill">3 new</button></p><div class="scope"><a href="/components" aria-current="true">Unread only</a><a href="/components">All</a></div>
            <h2>Fields</h2><div class="tools"><label class="search">\(Icon.search.html)<span class="visually-hidden">Search</span>\
            <input type="search" placeholder="Filter or search"></label><label class="choice"><span class="visually-hidden">Order</span>\
            <select><option>By rank</option><option>Newest first</option></select></label></div>
            <h2>Rows</h2><ol class="rows">\(rows)</ol><ol class="rows"><li class="line"><p>Since your last visit, 2 h ago</p></li></ol>
            <h2>Cards</h2><ol class="rows mixed cards">\(cards)</ol>
            <h2>A text of an item</h2><div class="prose">\(Self.prose)</div>
            <h2>A table</h2><div class="table" role="region" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">Feed</th>\
            <th scope="col" class="number">Unread</th></tr></thead><tbody><tr><th scope="row">\(SafeText(feed.title).html)</th>\
            <td data-name="Unread" class="number">1,234</td></tr></tbody></table></div>
            \(group.html)
            <h2>Icons of feeds</h2><p class="marks-of-feeds">\(marks)</p>
            <h2>An empty list</h2>\(EmptyNote(reason: "Nothing saved yet.", advice: "Items whose bookmark you select stay here.", action: EmptyNote.choosing).html)
            <h2>Waiting</h2><div class="skeleton" aria-hidden="true"><span class="bone"></span><span class="bone"></span></div></main>
            """)
    }

    private var group: PageGroup {
        let buttons: HTML =
            "<button class=\"button quiet\">Quiet</button>\(DangerButton(path: "/components", title: "Remove", label: "Remove A name").html)"
        let row = GroupList.Row(
            name: "A name", facts: "A fact · Another fact", buttons: buttons,
            details: GroupDetails(button: "Change", form: "<p>A form</p>"))
        return PageGroup(
            id: "group", title: "A group", note: "A sentence about what is in it.",
            entries: [
                GroupList(labelledBy: "group", rows: [row, row]).html,
                GroupEntry(
                    id: "group-entry", title: "An entry", content: "<button class=\"button strong\">Strong</button>"
                ).html,
            ].compactMap(\.self))
    }

    /// A drawing, and letters in each color.
    private var marks: HTML {
        let letters = ["Mud", "Tide", "Sand", "Wave", "Reef", "Gull", "Kelp", "Foam", "Pier", "Buoy"].map {
            LetterIcon(of: $0)
        }
        let marks: [HTML] = letters.map { FeedMark.letter($0) }
        return "\(Icon.feed.html)\(marks)"
    }

    private var bar: HTML {
        PageBar(
            title: "Components", siblings: Menu(beside: feed),
            status: "<p class=\"status\">What pages are made of, each part once</p>",
            menu: "<p class=\"menu-links\"><a href=\"/help\">Help</a></p>"
        ).html
    }

    private var rows: [HTML] { Sample.allCases.map { row($0, in: "components") } }

    private var cards: [HTML] { [Sample.article, .reversed].map { row($0, in: "cards") } }

    /// The row of an item. Ids are unique on the page, so each list has its own scope.
    private func row(_ sample: Sample, in scope: String) -> HTML {
        EntryRow(
            shown: ShownItem(sample, isUnread: sample != .event, isSaved: sample == .event),
            key: ItemKey(scope: scope, id: sample.rawValue),
            options: RowOptions(site: site, returnPath: "/components"),
            source: sample.hasFeed ? EntrySource(feed: feed, title: feed.title) : nil
        ).row.html
    }

    /// The items of the rows.
    private enum Sample: String, FeedItem, CaseIterable {
        case story, event, article, reversed

        /// Rows of lists of several feeds name theirs.
        var hasFeed: Bool { [.article, .reversed].contains(self) }

        var feedID: String { rawValue }
        var feedDate: Date? { nil }
        var document: String { rawValue }

        var entry: Entry {
            var entry = Entry(id: rawValue, kind: .init(rawValue), title: title)
            switch self {
            case .story:
                entry.lead = .measure
                entry.measures = [.init("points", 208, unit: .init("point", "points"))]
                entry.facts = [.init(.author, "by somebody"), .init(.discussion, "9 comments")]
            case .event:
                entry.lead = .avatar
                entry.author = .init(name: "somebody")
            case .article, .reversed: entry.text = "<p>The beginning of its text stands after the title.</p>"
            }
            return entry
        }

        private var title: [Entry.TextRun] {
            switch self {
            case .story: [.init("A story with points and comments")]
            case .event:
                [.init("somebody", isEmphasized: true), .init(" did something, which has been read and saved")]
            case .article: [.init("An article with a title that is much longer than its line")]
            case .reversed: [.init("عنوان من اليمين إلى اليسار")]
            }
        }
    }

    private static let prose: HTML = """
        <h3>A heading</h3><p>A paragraph.</p><blockquote><p>A quotation</p></blockquote><ul><li>A list</li></ul>\
        <pre tabindex="0"><code>a line of code that is longer than the column in which it stands scrolls within its own box and breaks no word</code></pre>\
        <table><tbody><tr><th>A table</th><td>in a text</td></tr></tbody></table>
        """
}

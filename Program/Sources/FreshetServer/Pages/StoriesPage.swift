import FeedStore
import Feeds
import Platform
import WebText

/// The rows that an item of the same story can be joined with.
struct StoriesPage: Sendable {
    /// The item that is joined.
    let item: ListedItems.Item
    /// The latest rows with the words.
    let rows: [ListedItems.Item]
    /// The words that each row has; nil for all.
    var words: String?
    let site: PageContext

    private var address: String { ItemArticle.address(item.key.id, in: item.feed) }

    var html: HTML {
        let title = SafeText(item.shown.entry.plainTitle, atMost: 300).html
        return Layout(title: Self.title, address: "/stories", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "\(Self.title)", status: "<p class=\"summary\"><a href=\"\(address)\">\(title)</a></p>", tools: filter).html)\
            \(latest)\(other)</main>
            """)
    }

    private static let title = "Join with another item"

    private var filter: HTML {
        """
        <div class="tools"><form id="find" class="find" method="get" action="/stories" role="search" aria-label="Search items">\
        \(Hidden("item", address).html)<label class="search">\(Icon.search.html)<span class="visually-hidden">Search items</span>\
        <input type="search" name="q" value="\(words ?? "")" maxlength="200" placeholder="Filter" autocomplete="off" spellcheck="false"></label>\
        <button class="button">Filter</button></form></div>
        """
    }

    private var latest: HTML {
        let list = GroupList(labelledBy: "latest-title", rows: rows.map(row)).html
        return PageGroup(
            id: "latest-title", title: "Latest items",
            note: "Choose what tells the same story. Both become one row, for you alone.",
            entries: [list ?? GroupEntry(content: "<p class=\"fine\">Nothing matches.</p>").html]
        ).html
    }

    private func row(_ other: ListedItems.Item) -> GroupList.Row {
        let entry = other.shown.entry
        let title = SafeText(entry.plainTitle, atMost: 300)
        let date: HTML? = entry.date.map { " · \(Instant($0).html(.ago, site.now))" }
        let others: HTML? = other.story.map { " \($0.othersWords)" }
        return GroupList.Row(
            name: title.html, facts: "\(BrokenName(site.title(of: other.feed)).html)\(others)\(date)",
            buttons: """
                <form method="post" action="/stories">\(fields)\
                \(Hidden("with", ItemArticle.address(entry.id, in: other.feed)).html)\
                <button class="button" aria-label="Join with \(title.text)">Join</button></form>
                """)
    }

    private var fields: HTML {
        """
        \(Hidden("do", StoryAction.join.rawValue).html)\(Hidden("scope", item.key.scope).html)\
        \(Hidden("id", item.key.id).html)\(Hidden("return", address).html)
        """
    }

    /// The id of the field that takes an address.
    static let field = "story-with"

    private var other: HTML {
        let refusal = FieldRefusal(Self.field, site)
        return PageGroup(
            id: "other-title", title: "Another item",
            entries: [
                GroupEntry(
                    content: """
                        <form class="follow" method="post" action="/stories">\(fields)\(Hidden("from", ItemStory.joinAddress(of: address)).html)\
                        <label for="\(Self.field)">Address of its page here</label><div class="field"><input id="\(Self.field)" name="with" type="text" required \
                        maxlength="2000" value="\(refusal.typed)" placeholder="Paste an address" autocomplete="off" autocapitalize="none" spellcheck="false"\(refusal.attributes)>\
                        <button class="button">Join</button></div>\(refusal.html)</form>
                        """
                ).html
            ]
        ).html
    }
}

/// The other items of an open item's story, with forms that take them apart. They work without JavaScript.
struct ItemStory: Sendable {
    /// The open item.
    let item: ListedItems.Item
    /// The others, the one with the headline first, then in the order of arrival.
    let voices: [ListedItems.Item]
    /// The story, with its headline first; nil if the item is by itself.
    let group: StoryGroup?
    /// The split or join that the item offers to undo.
    var undo: StoryChange?

    private var address: String { ItemArticle.address(item.key.id, in: item.feed) }

    /// The path of the page that joins an item with others.
    static func joinAddress(of item: String) -> String { "/stories?item=" + item.percentEncoded }

    func html(_ site: PageContext) -> HTML {
        let list: HTML? =
            voices.isEmpty
            ? nil
            : """
            <h3 id="story-title" tabindex="-1">Also told by</h3><ul aria-labelledby="story-title">\(voices.map { voice($0, site) })</ul>
            """
        // For the row of the story in a list.
        let row = group.map { story in
            "<template>\(RowStory(story, after: story.voices.first?.feed, site).html(after: ""))</template>" as HTML
        }
        return """
            <section class="story" aria-label="Story">\(notice)\(list)\(row)\
            <p><a class="button quiet" href="\(Self.joinAddress(of: address))">Join with another item</a></p></section>
            """
    }

    private var notice: HTML? {
        undo.map { change in
            """
            <form class="story-undo" method="post" action="/stories">\(Hidden("undo", change.text).html)\(Hidden("return", address).html)\
            <p role="status">The story was changed. <button class="button">Undo</button></p></form>
            """
        }
    }

    private func voice(_ voice: ListedItems.Item, _ site: PageContext) -> HTML {
        let entry = voice.shown.entry
        let title = SafeText(entry.plainTitle, atMost: 300)
        return """
            <li><div class="voice"\(entry.plainTitle.isRightToLeft ? " dir=\"rtl\"" : nil as HTML?)>\
            <a class="name" href="\(ItemArticle.address(entry.id, in: voice.feed))">\(title.html)</a>\
            <p class="meta facts">\(facts(of: voice, site).map { "<span>\($0)</span>" as HTML }.joined(separator: " "))</p></div>\
            <form class="story-apart" method="post" action="/stories">\(Hidden("do", StoryAction.apart.rawValue).html)\
            \(Hidden("scope", voice.key.scope).html)\(Hidden("id", voice.key.id).html)\(Hidden("return", address).html)\
            <button class="button quiet" aria-label="Take apart: \(title.text)" title="Give it a row of its own">Take apart</button></form></li>
            """
    }

    /// The voice's feed, age, measures and links.
    private func facts(of voice: ListedItems.Item, _ site: PageContext) -> [HTML] {
        let entry = voice.shown.entry
        let name = site.title(of: voice.feed)
        var facts: [HTML] = [
            """
            <a class="source" href="\(voice.feed.address)">\(FeedMark(voice.feed, titled: name).standalone)\(BrokenName(name).html)</a>
            """
        ]
        if let date = entry.date { facts.append(Instant(date).html(.age, site.now)) }
        let discussion = entry.discussion.flatMap { WebAddress($0) }
        facts += entry.measures.filter { $0.value != nil }.map { measure in
            measure.id == "comments" ? discussion?.link("\(measure.words)") ?? "\(measure.words)" : "\(measure.words)"
        }
        if case .web(let url) = entry.link, let address = WebAddress(url) {
            facts.append(address.link("Open \(ItemArticle.host(of: address))"))
        }
        return facts
    }
}

/// A user's change of stories, by its name in forms.
enum StoryAction: String, CaseIterable {
    case apart, join
}

/// The line of a row about the other items of its story: their number, their feeds, and the new ones.
struct RowStory: Sendable {
    private let story: StoryGroup
    /// The names of the other feeds, each once.
    private let names: [String]
    /// Further feeds aren't named.
    private static let maximum = 20
    /// The maximum number of names in a row; its hint has all of them.
    private static let shown = 3

    /// - Parameter source: the feed that the row names.
    init(_ story: StoryGroup, after source: FeedKey?, _ site: PageContext) {
        self.story = story
        names = story.feeds(besides: source).prefix(Self.maximum).compactMap(site.title)
    }

    /// The facts: the link to the row's own feed, the number of others, the new ones, and the others' names.
    func html(after place: HTML) -> HTML {
        let words: HTML = "<span class=\"told\">\(place) <span class=\"voices\">\(story.othersWords)</span></span>"
        let new: HTML? = story.newVoicesWords.map { " <span class=\"new\">\($0)</span>" }
        if names.isEmpty { return "\(words)\(new)" }
        let shown = names.prefix(Self.shown).joined(separator: ", ") + (names.count > Self.shown ? "…" : "")
        let hint: HTML? = names.count > Self.shown ? " title=\"\(safe(names.joined(separator: ", ")))\"" : nil
        let list: HTML = "<bdi>\(safe(shown))</bdi>"
        return "\(words)\(new) <span class=\"names\"\(hint)>\(new == nil ? "(\(list))" : list)</span>"
    }

    private func safe(_ text: String) -> String { SafeText(text, atMost: 1000).text }
}

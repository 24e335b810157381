import FeedStore
import Feeds
import WebText

/// The rows that an item can be joined with, because they tell the same story.
struct StoriesPage: Sendable {
    /// The item that is joined.
    let item: ListedItems.Item
    /// The latest rows with the words.
    let rows: [ListedItems.Item]
    /// The words that each row has; nil for all.
    var words: String?
    let site: Site

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

import FeedStore
import Feeds
import Foundation
import GitFeed
import News
import OurPlanet
import Syndication
import Testing
import WebText

@testable import FreshetServer

@Suite("A row") struct RowTests {
    private static let hostile = "</a></li><script>alert(1)</script>\u{202e}\" onmouseover=\"alert(2)"

    private func row(_ shown: ShownItem, of feed: Feed = .news, older: MarkTarget? = nil) -> Row {
        let options = RowOptions(
            feed: feed, query: PageQuery(feed.controls), older: older, site: SampleStates.site,
            returnPath: feed.address)
        let key = ItemKey(scope: feed.description.scope, id: shown.entry.id)
        return EntryRow(shown: shown, key: key, options: options).row
    }

    @Test("A row shows what the reader has done with the item")
    func marks() {
        let html = row(ShownItem(SampleStates.story(0), isUnread: false, isSaved: true)).html.description
        #expect(
            html.hasPrefix(
                "<li class=\"row is-read is-saved\" id=\"row-41000000\" data-id=\"41000000\" data-scope=\"news\""))
        #expect(html.contains("value=\"unsaved 41000000\"") && html.contains("value=\"unread 41000000\""))
        #expect(html.components(separatedBy: "aria-pressed=\"true\"").count == 3)
        #expect(row(ShownItem(SampleStates.story(0))).html.description.hasPrefix("<li class=\"row is-unread\""))
    }

    @Test("A row shows the picture that the feed names for lists, or else the first one of its text")
    func thumbnail() throws {
        var site = SampleStates.site
        site.picture = { address, _ in
            ServedPicture(path: "/pictures/" + (address.text.split(separator: "/").last ?? ""))
        }
        let options = RowOptions(feed: .harbor, site: site, returnPath: "/")
        func thumbnail(_ change: (inout Entry) -> Void) -> String? {
            var entry = Entry(id: "1", kind: Entry.Kind("article"), title: [Entry.TextRun("Tides")])
            change(&entry)
            let row = EntryRow(
                shown: ShownItem(MadeUpItem(entry: entry)), key: ItemKey(scope: "web", id: "1"), options: options)
            return row.row.html.description.firstMatch(of: /<img class="thumbnail" src="([^"]+)" alt="" width="52"/)
                .map { String($0.1) }
        }
        let text = "<p><img src=https://a.example/icon width=16 height=16>x <img src=https://a.example/photo></p>"
        let named = try #require(URL(string: "https://a.example/small"))
        #expect(thumbnail { $0.text = text } == "/pictures/photo")
        #expect(thumbnail { ($0.text, $0.picture) = (text, named) } == "/pictures/small")
        #expect(thumbnail { $0.text = "<p>x</p>" } == nil)
        #expect(thumbnail { ($0.text, $0.depth) = (text, 1) } == nil, "comments show their text")
    }

    @Test(
        "The row of a title from right to left begins at the right",
        arguments: [
            ("سفر إلى الساحل", true), ("“12” מסע אל החוף", true), ("Tides (سفر)", false), ("2024", false),
            ("東京", false),
        ])
    func direction(title: String, isRightToLeft: Bool) {
        let entry = Entry(id: "1", kind: Entry.Kind("article"), title: [Entry.TextRun(title)])
        let html = row(ShownItem(MadeUpItem(entry: entry))).html.description
        #expect(html.contains("<div class=\"body\" dir=\"rtl\">") == isRightToLeft)
    }

    @Test("The row of a story shows its text on the page of its discussion")
    func discussion() {
        var entry = Entry(id: "7", kind: Entry.Kind("story"), title: [Entry.TextRun("Tides")])
        entry.text = "<p>Which?<ul><li>x (2 points)</li></ul>"
        let shown = ShownItem(MadeUpItem(entry: entry))
        let html = row(shown, of: Feed(ThreadFeed(story: 7))).html.description
        #expect(html.contains("<div class=\"text prose\">") && html.contains("x (2 points)"))
        #expect(!row(shown).html.description.contains("<div class=\"text prose\">"))
    }

    @Test("A row shows code in its title as code")
    func code() throws {
        let event = GitHubItem(
            id: "1", type: "PushEvent", title: "lena fixed `a<b>` twice",
            url: try #require(URL(string: "https://github.com/a/b/1")), repository: "a/b", date: SampleStates.now,
            author: Author(name: "lena", avatarURL: nil))
        let html = row(ShownItem(event), of: .harbor).html.description
        #expect(html.contains("lena</bdi></strong> fixed <code>a&lt;b&gt;</code> twice"))
    }

    @Test("A row has buttons that name the item, and submit the form of its list")
    func buttons() {
        let html = row(ShownItem(SampleStates.story(0))).html.description
        #expect(html.contains("<button class=\"mark save\" form=\"marks\" name=\"mark\" value=\"saved 41000000\""))
        #expect(html.contains("<button class=\"mark read\" form=\"marks\" name=\"mark\" value=\"read 41000000\""))
        #expect(!html.contains("older") && !html.contains("<input") && !html.contains("<form"))
    }

    @Test("A row has a button for older items if its list has a scope, which the list's form names")
    func older() {
        let shown = ShownItem(SampleStates.story(0))
        let html = row(shown, older: MarkTarget(folder: "A & B")).html.description
        #expect(
            html.firstMatch(of: /<button class="mark older" form="marks" name="mark" value="older [0-9T:-]+Z 41000000"/)
                != nil)
        let options = RowOptions(older: MarkTarget(folder: "A & B"), site: SampleStates.site, returnPath: "/unread")
        let form = MarkForm(options: options).html.description
        #expect(form.hasPrefix("<form id=\"marks\" method=\"post\" action=\"/marks\">"))
        #expect(form.contains("<input type=\"hidden\" name=\"folder\" value=\"A &amp; B\">"))
        #expect(form.contains("<input type=\"hidden\" name=\"return\" value=\"/unread\">") && !form.contains("scope"))
    }

    @Test("The row of an article doesn't contain its text")
    func weight() {
        var entry = Entry(id: "1", kind: Entry.Kind("article"), title: [Entry.TextRun("Tides")])
        entry.text = "<p>\(String(repeating: "The tide was high. ", count: 500))</p>"
        let key = ItemKey(scope: "web/https%3A%2F%2Fa.example%2Ffeed.xml", id: "1")
        let options = RowOptions(older: MarkTarget(), site: SampleStates.site, returnPath: "/unread")
        let shown = ShownItem(MadeUpItem(entry: entry))
        let entryRow = EntryRow(
            shown: shown, key: key, options: options, source: EntrySource(feed: .news, title: "Front page"))
        #expect(entryRow.row.html.description.utf8.count < 1_800)
        let text = entryRow.text
        #expect(text?.rowID == entryRow.row.id && (text?.markup.description.utf8.count ?? 0) > 9_000)
    }

    @Test("The classes of a list say if rows exist, can be marked, lead to feeds, or are all hidden")
    func listClasses() throws {
        func classes(_ rows: [Row]) -> String { rows.listClasses.description }
        let story = row(ShownItem(SampleStates.story(0)))
        let heading = row(try SampleStates.categories().items[1], of: .categories)
        #expect(classes([]) == " is-empty is-unmarkable")
        #expect(classes([story]) == "" && classes([story, heading]) == " has-headings")
        #expect(classes([heading]) == " is-unmarkable has-headings")
        let hidden = Row(id: "a", kind: .item, isHidden: true, html: "")
        #expect(classes([hidden]) == " is-filtered-out" && classes([hidden, story]) == "")
    }

    @Test("The row of a hostile event is text and nothing else")
    func hostileEvent() throws {
        let item = GitHubItem(
            id: Self.hostile, type: Self.hostile, title: Self.hostile,
            url: try #require(URL(string: "javascript:alert(3)")), repository: Self.hostile, date: SampleStates.now,
            author: Author(name: Self.hostile, avatarURL: nil))
        isHarmless(row(ShownItem(item), of: .harbor).html)
    }

    @Test("The row of a hostile story is text and nothing else")
    func hostileStory() throws {
        let story = Story(
            id: 1, type: Self.hostile, title: Self.hostile, url: try #require(URL(string: "data:text/html,x")),
            author: Self.hostile, score: 1, comments: 1, date: SampleStates.now, text: Self.hostile)
        isHarmless(row(ShownItem(story)).html)
    }

    @Test("The row and the marker of a hostile natural event are text and nothing else")
    func hostileNaturalEvent() throws {
        let place = Geometry(
            date: SampleStates.now, shape: .point(Position(longitude: 1, latitude: 2)),
            magnitude: Magnitude(value: .infinity, unit: Self.hostile))
        let event = NaturalEvent(
            id: Self.hostile, title: Self.hostile, description: nil, link: URL(string: "javascript:x"), closed: nil,
            categories: [], sources: [Source(id: Self.hostile, url: URL(string: "javascript:x"))], geometries: [place])
        let row = row(ShownItem(event), of: .wildfires)
        isHarmless(row.html)
        isHarmless(try #require(row.marker))
    }

    @Test("The row of an item without a site leads to the item's page, and feeds link to the list")
    func pageless() throws {
        let event = NaturalEvent(
            id: "E", title: "Fire", description: nil, link: nil, closed: nil, categories: [], sources: [],
            geometries: [])
        #expect(
            row(ShownItem(event), of: .wildfires).html.description.contains(
                "<p class=\"title\"><a class=\"main\" href=\"/planet/wildfires?item=E\"><bdi>Fire</bdi></a>"))
        let location = SyndicatedFeed.Location(origin: "https://x.example", path: "/planet/wildfires", query: "")
        let state = FeedState(items: [ShownItem(event)], freshness: .fresh)
        #expect(
            SyndicatedFeed(.wildfires, state, at: location).atom.contains(
                "<title>Fire</title>\n<link rel=\"alternate\" type=\"text/html\" href=\"\(location.page)\"/>"))
    }

    @Test("The row of a category leads to its events, and can't be marked")
    func category() throws {
        let html = row(try SampleStates.categories().items[1], of: .categories).html.description
        #expect(html.contains("<li class=\"row category\"") && html.contains("href=\"/planet/dustHaze\""))
        #expect(html.contains("<b>71</b> <span>events</span>") && !html.contains("action=\"/marks\""))
    }

    @Test("The row of a tree is indented, shows its text, and is marked if it is new")
    func tree() {
        var shown = ShownItem(TreeItem(depth: 9), firstSeenAt: SampleStates.now)
        var state = FeedState(items: [shown], freshness: .fresh, lastVisitAt: SampleStates.ago(60))
        var query = PageQuery(Feed.news.controls)
        query.order = .ranked
        let options = RowOptions(feed: .news, query: query, site: SampleStates.site, returnPath: "/")
        let html = state.rows(options)[0].html.description
        #expect(html.contains("<li class=\"row is-unread leadless depth-6\""))
        #expect(
            html.contains("<div class=\"text prose\">") && html.contains("Well said.")
                && html.contains("<span class=\"new\">new</span>"))
        shown.firstSeenAt = SampleStates.ago(120)
        state.items = [shown]
        #expect(!state.rows(options)[0].html.description.contains("class=\"new\""))
    }

    @Test("The row of a list of several feeds names its feed")
    func source() {
        let options = RowOptions(site: SampleStates.site, returnPath: "/unread")
        let row = EntryRow(
            shown: ShownItem(SampleStates.story(0)), key: ItemKey(scope: "news", id: "41000000"), options: options,
            source: EntrySource(feed: .news, title: "Front page")
        ).row
        #expect(row.html.description.contains("<a class=\"place feed\" href=\"/news/top\"><bdi>Front page</bdi></a>"))
    }

    private func isHarmless(_ html: HTML) {
        let text = html.description
        #expect(!text.contains("<script") && !text.contains("\" onmouseover"))
        #expect(!text.replacing(/="[^"]*"/, with: "").contains("\u{202e}"))
        #expect(!text.contains("href=\"javascript") && !text.contains("href=\"data"))
        #expect(text.components(separatedBy: "</li>").count <= 2)
    }

    @Test(
        "A row has an id that fits an address, different for different items",
        arguments: [("a b", "a c"), ("a\"b", "a'b"), ("ä", "a"), ("1.2", "12")])
    func ids(one: String, other: String) {
        #expect(one.elementID != other.elementID)
        #expect(one.elementID.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
    }

    @Test("A row shows initials until the author's picture has come from this server")
    func portrait() {
        let author = Entry.Author(name: "lena-harbor")
        #expect(
            Portrait(author: author, site: PageContext()).html.description
                == "<span class=\"portrait\" aria-hidden=\"true\">LH</span>")
        let site = PageContext(avatar: { _ in "/avatars/abc" })
        #expect(
            Portrait(author: author, site: site).html.description.contains(
                "LH<img src=\"/avatars/abc\" width=\"36\" height=\"36\" loading=\"lazy\""))
    }
}

/// A comment in a tree.
private struct TreeItem: FeedItem {
    var depth: Int
    var feedID: String { "1" }
    var feedDate: Date? { nil }
    var document: String { "" }
    var entry: Entry {
        var entry = Entry(id: feedID, kind: Entry.Kind("comment"), title: [Entry.TextRun("mira", isEmphasized: true)])
        entry.depth = depth
        entry.text = "Well said."
        return entry
    }
}

import Feeds
import Foundation
import Testing
import WebText

@testable import FreshetServer

@Suite("An item that is read") struct ItemTests {
    private func article(_ entry: Entry, _ discussion: ItemDiscussion? = nil) -> String {
        let item = ListedItems.Item(shown: ShownItem(MadeUpItem(entry: entry)), feed: .harbor)
        return ItemArticle(item: item, discussion: discussion, site: SampleStates.site).html.description
    }

    private func entry(_ change: (inout Entry) -> Void) -> Entry {
        var entry = Entry(
            id: "a/1", kind: Entry.Kind("article"), title: [Entry.TextRun("Tide & time")],
            link: .web(URL(filePath: "/")), date: SampleStates.now)
        change(&entry)
        return entry
    }

    @Test("An item has an address, and forms that work without scripts")
    func address() {
        let html = article(entry { _ in })
        #expect(html.contains("data-address=\"/github/octo-sample/harbor?item=a%2F1\""))
        #expect(html.contains("<form class=\"item-marks\" method=\"post\" action=\"/marks\">"))
        #expect(html.contains("<bdi>Tide &amp; time</bdi>"))
    }

    @Test("An item has its text without anything that could run or load")
    func text() {
        let html = article(
            entry {
                $0.text =
                    "<p onclick='x()'>Read <img src='https://example.com/a.png' alt='a lighthouse'></p><script>x()</script>"
            })
        #expect(html.contains("Read") && html.contains("a lighthouse"))
        #expect(!html.contains("<img") && !html.contains("onclick") && !html.contains("x()"))
    }

    @Test("A long item has its reading time, and buttons that copy and share its address")
    func readingTime() {
        func minutes(_ text: String) -> String? {
            let html = article(
                entry { ($0.text, $0.link) = (text, .web(URL(string: "https://a.example/1") ?? URL(filePath: "/"))) })
            #expect(html.contains("value=\"copy\" data-url=\"https://a.example/1\" data-title=\"Tide &amp; time\""))
            return html.firstMatch(of: /<span>(\d+) min<\/span>/).map { String($0.1) }
        }
        #expect(minutes("<p>\(String(repeating: "tide ", count: 200))</p>") == nil)
        #expect(minutes("<p>\(String(repeating: "tide ", count: 690))</p>") == "3")
        #expect(minutes("<p>\(String(repeating: "潮", count: 1150))</p>") == "2")
    }

    @Test("The name of a feed that follows the reader's own name for it is shown once")
    func source() {
        let html = article(entry { $0.source = SampleStates.site.followed(.harbor)?.title ?? Feed.harbor.title })
        #expect(html.contains("class=\"kicker\"") && !html.contains("class=\"meta facts\"><span><bdi>octo"))
    }

    @Test("An item without a text has a note about it")
    func bare() {
        #expect(article(entry { _ in }).contains("The feed includes no text for this item."))
    }

    @Test("An item with a place has a map, its magnitude and its sources")
    func event() {
        let html = article(
            entry {
                $0.location = Entry.Location(position: Entry.Coordinate(latitude: 10, longitude: 20))
                $0.isOpen = true
                $0.measures = [Entry.Measure("magnitude", 4681.8, unit: .init("acres"))]
                $0.facts = [
                    Entry.Fact(
                        .source, "IRWIN", link: .web(URL(string: "https://irwin.example/1") ?? URL(filePath: "/")))
                ]
            })
        #expect(html.contains("<figure class=\"place-map\">"))
        #expect(html.contains("<dt>Magnitude</dt><dd>4,681.8 acres</dd>"))
        #expect(html.contains("<dt>Source</dt><dd><a class=\"place\" href=\"https://irwin.example/1\""))
    }

    @Test(
        "The comments on an item are nested by their depth",
        arguments: [([1, 2, 2, 1], 2), ([1, 2, 3, 1], 3), ([1], 1), ([], 0), ([2, 1, 3], 2), (Array(1...40), 12)])
    func comments(depths: [Int], lists: Int) {
        let items = depths.enumerated().map { index, depth in
            var comment = Entry(id: "\(index)", kind: Entry.Kind("comment"), title: [Entry.TextRun("someone")])
            comment.depth = depth
            comment.text = "<p>Words \(index)</p>"
            return ShownItem(MadeUpItem(entry: comment))
        }
        let state = FeedState(items: items, freshness: .fresh)
        let html = article(entry { _ in }, ItemDiscussion(feed: .news, state: state))
        func count(_ text: String) -> Int { html.components(separatedBy: text).count - 1 }
        #expect(count("<li class=\"comment\"") == depths.count)
        #expect(count("<ol") == count("</ol>") && count("<li") == count("</li>"))
        // The form of labels is closed.
        #expect(count("<details open>") + 1 == count("</details>"))
        #expect(deepest(html) == lists)
    }

    private func discussion(_ comments: Int, total: Int, counted: Int? = nil) -> ItemDiscussion {
        var story = Entry(id: "story", kind: Entry.Kind("story"), title: [Entry.TextRun("Tides")])
        story.isMarkable = false
        story.measures = [Entry.Measure("comments", Double(counted ?? comments), unit: .init("comment", "comments"))]
        let items =
            [story]
            + (0..<comments).map { index in
                var comment = Entry(id: "\(index)", kind: Entry.Kind("comment"), title: [Entry.TextRun("someone")])
                comment.depth = 1 + index % 2
                return comment
            }
        let state = FeedState(items: items.map { ShownItem(MadeUpItem(entry: $0)) }, total: total, freshness: .fresh)
        return ItemDiscussion(feed: .thread, state: state)
    }

    @Test("An item leads to all of its comments, and requests the ones that aren't stored")
    func allComments() {
        let stored = article(entry { _ in }, discussion(199, total: 1000))
        #expect(
            stored.contains(
                "<a class=\"button comments-more\" href=\"/news/item/8863?limit=1000\"><span>Show all 999 comments"))
        let unstored = article(entry { _ in }, discussion(199, total: 200, counted: 2000))
        #expect(
            unstored.contains(
                "href=\"/news/item/8863?limit=2001\" data-thread=\"/news/item/8863?limit=2001\"><span>Show all 2,000 comments"
            ))
        // Deleted comments are counted, and never arrive.
        for all in [discussion(150, total: 151, counted: 160), discussion(0, total: 1, counted: 3)] {
            #expect(!article(entry { _ in }, all).contains("comments-more"))
        }
    }

    @Test("The list for the page's script has all comments in order, with depths and replies")
    func list() {
        let list = discussion(2500, total: 2501).list(SampleStates.site).description
        #expect(list.hasPrefix("<ol class=\"tree\"><li class=\"comment\" data-id=\"0\" data-depth=\"1\">"))
        #expect(list.components(separatedBy: "<li").count == 2501 && list.components(separatedBy: "<ol").count == 2)
        #expect(list.components(separatedBy: "</details></li>").count == 2501)
        // Comments of the first and the second level alternate.
        #expect(list.components(separatedBy: "<span class=\"replies\"> · 1 reply</span>").count == 1251)
        #expect(discussion(0, total: 1).list(SampleStates.site).description == "<ol class=\"tree\"></ol>")
    }

    @Test(
        "A comment counts its replies, including replies to them",
        arguments: [
            ([1, 2, 3, 2, 1], [3, 1, 0, 0, 0]), ([1, 1, 1], [0, 0, 0]), ([2, 1, 3, 3], [0, 2, 0, 0]),
            ([1, 2, 3], [2, 1, 0]),
        ])
    func replies(depths: [Int], counts: [Int]) {
        let items = depths.enumerated().map { index, depth in
            var comment = Entry(id: "\(index)", kind: Entry.Kind("comment"), title: [Entry.TextRun("someone")])
            comment.depth = depth
            return ShownItem(MadeUpItem(entry: comment))
        }
        let discussion = ItemDiscussion(feed: .thread, state: FeedState(items: items, freshness: .fresh))
        let comments = discussion.list(SampleStates.site).description.components(separatedBy: "<li").dropFirst()
        #expect(comments.map { Int($0.firstMatch(of: /· (\d+) repl/)?.1 ?? "0") } == counts)
    }

    @Test("A comment that arrived since the last visit to the discussion is marked as new")
    func newComments() {
        let dates = [10, 20, 30].map { Date(timeIntervalSince1970: Double($0)) }
        let items = dates.enumerated().map { index, date in
            var comment = Entry(id: "\(index)", kind: Entry.Kind("comment"), title: [Entry.TextRun("author\(index)")])
            comment.depth = 1
            return ShownItem(MadeUpItem(entry: comment), firstSeenAt: date)
        }
        func authors(_ lastVisitAt: Date?) -> [String] {
            let state = FeedState(items: items, freshness: .fresh, lastVisitAt: lastVisitAt)
            let html = article(entry { _ in }, ItemDiscussion(feed: .news, state: state))
            let comments = html.components(separatedBy: "<li class=\"comment\"").dropFirst()
            return zip(0..., comments).filter { $1.contains(" <span class=\"new\">new</span>") }.map { "author\($0.0)" }
        }
        #expect(authors(dates[0]).count == 2 && authors(dates[1]) == ["author2"])
        #expect(authors(nil).isEmpty && authors(dates[2]).isEmpty)
    }

    /// How many lists of comments stand inside one another.
    private func deepest(_ html: String) -> Int {
        var (depth, deepest) = (0, 0)
        for tag in html.matches(of: #/<(/?)ol\b/#) {
            depth += tag.output.1.isEmpty ? 1 : -1
            deepest = max(deepest, depth)
        }
        return deepest
    }
}

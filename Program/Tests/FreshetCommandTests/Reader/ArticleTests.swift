import Catalog
import FeedStore
import Feeds
import Foundation
import Testing
import WebText

@testable import FreshetCommand

@Suite("An open item")
struct ArticleTests {
    private func lines(_ html: String, width: Int = 40) -> [String] {
        MarkupLines(html, width: width).lines.map(\.string)
    }

    @Test("An open item keeps paragraphs, headings, quotations and lists apart")
    func blocks() {
        let html = """
            <h2>Head</h2><p>One two</p><blockquote><p>said and more</p></blockquote>
            <ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><hr>end
            """
        #expect(
            lines(html, width: 11) == [
                "Head", "", "One two", "", "> said and", "> more", "", "• a", "• b", "  1. c", "", "* * *", "", "end",
            ])
    }

    @Test("An announced item has its date ahead, and not that it is from just now")
    func ahead() throws {
        let feed = try #require(ReaderScene.repository)
        func facts(_ date: Date) -> String {
            var scene = ReaderScene(columns: 160)
            scene.send(.listed(.unread, .of([scene.item("1", in: feed) { $0.date = date }])))
            return scene.screen.joined(separator: "\n")
        }
        let now = ReaderScene().now
        #expect(facts(Date(timeIntervalSince1970: 1_900_000_000)).contains("17 Mar 2030 17:46 (17 Mar 2030)"))
        #expect(facts(now + 3 * 86_400).contains("(in 3 d)"))
        // Clocks differ.
        #expect(facts(now + 60).contains("(just now)"))
    }

    @Test("An open item wraps at words, and breaks words and Chinese that are too long")
    func wrapping() {
        #expect(lines("one two three", width: 8) == ["one two", "three"])
        #expect(lines("abcdefghijkl", width: 8) == ["abcdefgh", "ijkl"])
        #expect(lines("龙龙龙龙龙龙", width: 9) == ["龙龙龙龙", "龙龙"])
        #expect(lines("a<br>b", width: 8) == ["a", "b"])
    }

    @Test("Links are numbered once, continuing from those above, and invalid links are dropped")
    func links() throws {
        let html = """
            <a href="https://a.example/x">one</a> <a href="https://b.example/y">two</a> \
            <a href="https://a.example/x">again</a> <a href="javascript:alert(1)">no</a>
            """
        let markup = MarkupLines(html, width: 60)
        #expect(markup.links.map(\.text) == ["https://a.example/x", "https://b.example/y"])
        #expect(markup.lines.map(\.string) == ["one [1] two [2] again [1] no"])
        let next = MarkupLines("<a href=\"https://c.example/z\">three</a>", width: 60, links: markup.links)
        #expect(next.links.count == 3 && next.lines.map(\.string) == ["three [3]"])
    }

    @Test("An open item keeps the spaces of code, and the columns of tables")
    func code() {
        #expect(lines("<pre><code>if x {\n    y\n}\n</code></pre>") == ["    if x {", "        y", "    }"])
        #expect(
            lines("<table><tr><th>a</th><th>b</th></tr><tr><td>long cell</td><td>2</td></tr></table>")
                == ["a          b", "long cell  2"])
    }

    @Test("An open item lists its files with kind, duration and size, numbered before the links of its text")
    func enclosures() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("web/https%3A%2F%2Fa.example%2Ffeed")))
        var scene = ReaderScene(columns: 100)
        let audio = try #require(URL(string: "https://a.example/e/42.mp3"))
        let item = scene.item("1", in: feed) {
            $0.text = "<p><a href='https://b.example/'>link</a></p>"
            $0.enclosures = [.init(audio, type: "audio/mpeg", length: 31_400_000, duration: 2520)]
        }
        scene.send(.listed(.unread, .of([item])))
        scene.type("p")
        #expect(scene.takeEffects() == [.browse("https://a.example/e/42.mp3")])
        scene.type("<enter>")
        #expect(scene.screen.contains { $0.contains("42.mp3 [1] · audio/mpeg · 42 min · 31 MB") })
        #expect(scene.screen.contains { $0.contains("link [2]") })
        _ = scene.takeEffects()
        scene.type("1")
        #expect(scene.takeEffects() == [.browse("https://a.example/e/42.mp3")])
    }

    @Test("A search in an open item finds the first, next and previous line, around the ends")
    func find() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(columns: 80, rows: 12)
        let text = (1...60).map { "<p>Paragraph \($0)\($0 % 20 == 0 ? " with a Needle" : "")</p>" }.joined()
        scene.send(.listed(.unread, .of([scene.item("1", in: feed) { $0.text = text }])))
        scene.type("<enter>/needle")
        #expect(scene.screen.contains { $0.contains("Paragraph 20 with a Needle") })
        #expect(scene.status.hasPrefix("/needle") && scene.status.contains("Enter: next"))
        scene.type("<enter>")
        #expect(scene.screen.contains { $0.contains("Paragraph 40") })
        scene.type("<up><up>")
        #expect(scene.screen.contains { $0.contains("Paragraph 60") })
        scene.type("<down>")
        #expect(scene.screen.contains { $0.contains("Paragraph 20 ") })
        scene.type("x")
        #expect(scene.status.contains("Not in this item"))
        scene.type("<esc>")
        #expect(scene.state.overlay == nil && scene.state.focus == .item && scene.state.article.found == nil)
    }

    @Test("An open item suggests a rule by its kind if no search finds its author")
    func suggestedRule() throws {
        let feed = try #require(ReaderScene.repository)
        let item = ReaderScene().item("1", in: feed) { $0.author = .init(name: "… !") }
        #expect(item.suggestedRule == "mute kind:note in:github/octo/harbor")
    }

    @Test("An item without a file to open reports that")
    func noEnclosure() throws {
        var scene = try ReaderScene.following()
        scene.type("p")
        #expect(scene.takeEffects() == [] && scene.status.contains("This item has no audio, video or other file."))
    }

    @Test("An open item loads the comments beyond the limit with their line")
    func missingComments() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("news/top")))
        let thread = try #require(FeedCatalog.all.feed(FeedKey("news/item/7")))
        var scene = ReaderScene(alone: feed)
        let story = scene.item("7", in: feed, title: "A story") {
            $0.discussion = URL(string: "https://news.ycombinator.com/item?id=7")
            $0.measures = [.init("comments", 500, unit: .init("comment", "comments"))]
        }
        scene.send(.feed(feed, FeedState(items: [story.shown], freshness: .fresh)))
        scene.type("<enter>")
        #expect(scene.state.openDiscussion?.limit == 200)
        func comments(_ count: Int) -> FeedState {
            let head = scene.item("7", in: thread) { $0.isMarkable = false }
            let items = (0..<count).map { scene.item("c\($0)", in: thread) { $0.depth = 1 } }
            return FeedState(items: ([head] + items).map(\.shown), freshness: .fresh)
        }
        var partial = comments(190)
        partial.skipped = 9
        scene.send(.discussion(thread, partial))
        #expect(scene.screen.contains { $0.contains("190 of 500 comments") })
        scene.send(.discussion(thread, comments(199)))
        #expect(scene.screen.contains { $0.contains("199 of 500 comments") })
        scene.type("G")
        #expect(scene.screen.contains { $0.contains("… 301 more comments") })
        scene.type("<enter>")
        #expect((scene.state.openDiscussion?.limit ?? 0) > 500)
        scene.send(.discussion(thread, comments(498)))
        #expect(!scene.screen.contains { $0.contains("more comment") })
        scene.type("g")
        #expect(scene.screen.contains { $0.contains("498 comments") })
    }

    @Test("An open item shows comments as a tree that folds")
    func comments() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("news/top")))
        let thread = try #require(FeedCatalog.all.feed(FeedKey("news/item/7")))
        var scene = ReaderScene(alone: feed)
        let story = scene.item("7", in: feed, title: "A story") {
            $0.discussion = URL(string: "https://news.ycombinator.com/item?id=7")
        }
        scene.send(.feed(feed, FeedState(items: [story.shown], freshness: .fresh)))
        #expect(scene.state.openDiscussion == nil)
        scene.type("<enter>")
        #expect(scene.state.openDiscussion?.feed == thread)
        func comment(_ id: String, _ depth: Int) -> ShownItem {
            scene.item(id, in: thread, title: "author \(id)") {
                $0.depth = depth
                $0.text = "text \(id)"
            }.shown
        }
        let comments = [comment("1", 1), comment("2", 2), comment("3", 3), comment("4", 1)]
        scene.send(.discussion(thread, FeedState(items: comments, freshness: .fresh)))
        func shown() -> [String] { scene.screen.map { String($0.drop { $0 != "│" }.dropFirst()) } }
        #expect(shown().contains { $0.contains("4 comments") })
        #expect(shown().contains { $0.hasPrefix("     ▾ author 3") })
        scene.type("j<enter>")
        #expect(shown().contains { $0.contains("▸ author 1") && $0.contains("2 replies") })
        #expect(!shown().contains { $0.contains("author 2") } && shown().contains { $0.contains("author 4") })
        scene.type("<enter>")
        #expect(shown().contains { $0.contains("text 3") })
    }

    @Test("An open item marks comments that arrived since the last visit, or reports that all are muted")
    func newComments() throws {
        let feed = try #require(ReaderScene.stories)
        let thread = try #require(FeedCatalog.all.feed(FeedKey("news/item/7")))
        var scene = ReaderScene(alone: feed)
        let story = scene.item("7", in: feed) { $0.discussion = URL(string: "https://news.ycombinator.com/item?id=7") }
        scene.send(.feed(feed, FeedState(items: [story.shown], freshness: .fresh)))
        scene.type("<enter>")
        let comments = [1, 2].map { number in
            var comment = scene.item("\(number)", in: thread, title: "author \(number)") { $0.depth = number }.shown
            comment.firstSeenAt = scene.now + 60 * Double(number)
            return comment
        }
        let visit = scene.now + 90
        scene.send(.discussion(thread, FeedState(items: comments, freshness: .fresh, lastVisitAt: visit)))
        let headers = scene.screen.filter { $0.contains("▾") }
        #expect(headers.map { $0.contains(" · new") } == [false, true])
        scene.send(.discussion(thread, FeedState(mutedCount: 2, freshness: .fresh)))
        #expect(scene.screen.contains { $0.contains("All comments are muted.") })
    }

    @Test("An open item has a map with the place and the track of an event")
    func map() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("planet/wildfires")))
        var scene = ReaderScene()
        let item = scene.item("1", in: feed, title: "A storm") {
            $0.location = .init(
                position: .init(latitude: 20, longitude: -60),
                track: [.init(latitude: 10, longitude: -30), .init(latitude: 20, longitude: -60)])
        }
        scene.send(.listed(.unread, .of([item])))
        let map = scene.screen.filter { $0.unicodeScalars.contains { 0x2800...0x28FF ~= $0.value } }
        #expect(map.count >= 8 && map.contains { $0.contains("●") })
        #expect(scene.screen.contains { $0.contains("20.0°") })
    }

    @Test("An open item has no map if there is no room for one")
    func noMap() {
        #expect(BrailleMap.lines(.init(position: .init(latitude: 0, longitude: 0)), width: 19).isEmpty)
    }
}

@Suite("A drawing in braille")
struct BrailleCanvasTests {
    @Test("A drawing in braille sets one dot for each point")
    func dots() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.draw([(x: 0, y: 0)], .plain)
        canvas.draw([(x: 1, y: 1)], .plain)
        #expect(canvas.lines.map(\.string) == ["⠁⢀"])
    }

    @Test("A drawing in braille draws lines, and puts marks over them")
    func line() {
        var canvas = BrailleCanvas(columns: 3, rows: 1)
        canvas.draw([(x: 0, y: 0), (x: 1, y: 0)], .plain)
        canvas.put("●", at: (x: 0.5, y: 0.5), .bold)
        #expect(canvas.lines.map(\.string) == ["⠉●⠉"])
    }
}

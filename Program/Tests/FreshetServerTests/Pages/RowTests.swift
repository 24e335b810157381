import Feeds
import Foundation
import GitFeed
import News
import OurPlanet
import Testing

@testable import FreshetServer

@Suite("A row") struct RowTests {
    private static let context = RowContext(query: PageQuery(), site: SampleStates.site, destination: "/news/top")
    private static let hostile = "</a></li><script>alert(1)</script>\u{202e}\" onmouseover=\"alert(2)"

    @Test("says what the reader has done with it")
    func marks() {
        let row = SampleStates.story(0).row(Marks(isNew: true, isRead: true, isSaved: true), Self.context).html
            .description
        #expect(
            row.hasPrefix(
                "<li class=\"row is-new is-read is-saved\" id=\"row-41000000\" data-id=\"41000000\" data-upstream=\"news\""
            ))
        #expect(row.contains("value=\"unsaved\"") && row.contains("value=\"unread\""))
        #expect(row.components(separatedBy: "aria-pressed=\"true\"").count == 3)
    }

    @Test("is marked by a form, and the reader stays where they were")
    func form() {
        let row = SampleStates.story(0).row(Marks(), Self.context).html.description
        #expect(row.contains("<form class=\"marks\" method=\"post\" action=\"/marks\">"))
        #expect(row.contains("name=\"return\" value=\"/news/top#row-41000000\""))
        #expect(row.contains("<button class=\"mark save\" name=\"mark\" value=\"saved\""))
    }

    @Test("of a hostile event is text and nothing else")
    func hostileEvent() throws {
        let item = GitHubItem(
            id: Self.hostile, type: Self.hostile, title: Self.hostile,
            url: try #require(URL(string: "javascript:alert(3)")),
            repository: Self.hostile, date: SampleStates.now, author: Author(name: Self.hostile, avatarURL: nil))
        isHarmless(item.row(Marks(), Self.context).html)
    }

    @Test("of a hostile story is text and nothing else")
    func hostileStory() throws {
        let story = Story(
            id: 1, type: Self.hostile, title: Self.hostile, url: try #require(URL(string: "data:text/html,x")),
            author: Self.hostile, score: 1, comments: 1, date: SampleStates.now, text: Self.hostile)
        isHarmless(story.row(Marks(), Self.context).html)
    }

    @Test("of a hostile natural event is text and nothing else, on the map, too")
    func hostileNaturalEvent() throws {
        let place = Geometry(
            date: SampleStates.now, shape: .point(Position(longitude: 1, latitude: 2)),
            magnitude: Magnitude(value: .infinity, unit: Self.hostile))
        let event = NaturalEvent(
            id: Self.hostile, title: Self.hostile, description: nil, link: URL(string: "javascript:x"),
            closed: nil,
            categories: [], sources: [Source(id: Self.hostile, url: URL(string: "javascript:x"))], geometries: [place])
        let row = event.row(Marks(), Self.context)
        isHarmless(row.html)
        isHarmless(try #require(row.marker))
    }

    @Test("of a natural event that has no page is its name, and in a feed leads to the list")
    func pagelessNaturalEvent() throws {
        let event = NaturalEvent(
            id: "E", title: "Fire", description: nil, link: nil, closed: nil, categories: [], sources: [],
            geometries: [])
        #expect(event.row(Marks(), Self.context).html.description.contains("<p class=\"title\"><bdi>Fire</bdi>"))
        #expect(Entry(event).url == nil)
        let state = LiveState.events(FeedState(items: [ShownItem(event)], standing: .fresh))
        let location = Syndication.Location(origin: "https://x.example", path: "/planet/wildfires", query: "")
        let atom = Syndication(.category("wildfires"), state, at: location).atom
        #expect(
            atom.contains(
                "<title>Fire</title>\n<link rel=\"alternate\" type=\"text/html\" href=\"\(location.address())\"/>"))
    }

    private func isHarmless(_ html: HTML) {
        let text = html.description
        #expect(!text.contains("<script") && !text.contains("\" onmouseover"))
        #expect(!text.replacing(/="[^"]*"/, with: "").contains("\u{202e}"))
        #expect(!text.contains("href=\"javascript") && !text.contains("href=\"data"))
        #expect(text.components(separatedBy: "</li>").count <= 2)
    }

    @Test(
        "has an id that can stand in an address, other for other items",
        arguments: [("a b", "a c"), ("a\"b", "a'b"), ("ä", "a"), ("1.2", "12")])
    func ids(one: String, other: String) {
        #expect(one.elementID != other.elementID)
        #expect(one.elementID.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
    }

    @Test("has the initials below the picture, and the picture from this server")
    func portrait() {
        let author = Author(name: "lena-harbor", avatarURL: nil)
        #expect(
            Portrait(author: author, site: Site()).html.description
                == "<span class=\"portrait\" aria-hidden=\"true\">LH</span>")
        let site = Site(avatar: { _ in "/avatars/abc" })
        #expect(
            Portrait(author: author, site: site).html.description.contains(
                "LH<img src=\"/avatars/abc\" width=\"36\" height=\"36\" loading=\"lazy\""))
    }

    @Test(
        "tells a magnitude as people write numbers",
        arguments: [(1200.0, "1,200 kts"), (0.5, "0.5 kts"), (1_234_567.89, "1,234,567.9 kts"), (-3, "−3 kts")])
    func magnitude(value: Double, words: String) { #expect(Magnitude(value: value, unit: "kts").words == words) }
}

import FeedStore
import Feeds
import Foundation
import Testing
import WebText

@testable import FreshetServer

@Suite("The files of an item") struct EnclosureTests {
    private func html(
        _ files: [Entry.Enclosure], text: String? = nil, picture: String? = nil, playback: [Playback] = [],
        site: PageContext = SampleStates.site
    ) -> String {
        var entry = Entry(id: "a/1", kind: Entry.Kind("article"), title: [Entry.TextRun("Tide")])
        entry.enclosures = files
        entry.text = text
        entry.picture = picture.flatMap { URL(string: $0) }
        let item = ListedItems.Item(shown: ShownItem(MadeUpItem(entry: entry)), feed: .harbor)
        return ItemEnclosures(item: item, playback: playback, site: site).html?.description ?? ""
    }

    private func file(_ name: String, _ type: String?, length: Int? = nil, duration: Int? = nil) throws
        -> Entry.Enclosure
    {
        let url = try #require(URL(string: "https://media.example/\(name)"))
        return Entry.Enclosure(url, type: type, length: length, duration: duration)
    }

    private func played(to position: TimeInterval, of duration: TimeInterval? = nil) -> Playback {
        Playback(
            address: "https://media.example/a.mp3", position: position, duration: duration, date: SampleStates.now)
    }

    @Test("A file is a link with its type, length and size, and an item without files has no list")
    func links() throws {
        #expect(html([]) == "")
        let html = html([try file("a%20b.pdf", "application/pdf", length: 31_000_000, duration: 2520)])
        #expect(
            html.contains("<a href=\"https://media.example/a%20b.pdf\" target=\"_blank\" rel=\"noopener noreferrer\">"))
        #expect(html.contains("a b.pdf") && html.contains("application/pdf · 42 min · 31 MB"))
        #expect(!html.contains("<audio") && !html.contains("<video") && !html.contains("<img"))
    }

    @Test("An audio or video file has a player that loads nothing by itself", arguments: ["audio", "video"])
    func players(kind: String) throws {
        let html = html([try file("a.mp3", kind + "/mpeg")])
        #expect(html.contains("<\(kind) controls preload=\"none\""))
        #expect(html.contains(" src=\"https://media.example/a.mp3\" aria-label=\"a.mp3\"></\(kind)>"))
        #expect(html.contains("data-item-feed=\"/github/octo-sample/harbor\" data-id=\"a/1\""))
        #expect(!html.contains("autoplay") && !html.contains("poster"))
    }

    @Test("An audio file has buttons for the page's player, with a known length and picture")
    func buttons() throws {
        let audio = html([try file("a.mp3", "audio/mpeg", duration: 2520)])
        #expect(audio.contains(" data-duration=\"2520.0\" src="))
        #expect(audio.contains("value=\"queue\">Add to queue</button>"))
        let heard = html([try file("a.mp3", "audio/mpeg", duration: 2520)], playback: [played(to: 60, of: 2519.5)])
        #expect(heard.contains(" data-duration=\"2519.5\""))
        let video = html([try file("a.mp4", "video/mp4")])
        #expect(!video.contains("class=\"plays\"") && !video.contains("data-duration"))
        var site = SampleStates.site
        site.picture = { _, _ in ServedPicture(path: "/pictures/1") }
        #expect(!html([try file("a.mp3", "audio/mpeg")], site: site).contains("data-picture"))
        let pictured = html([try file("a.mp3", "audio/mpeg")], picture: "https://media.example/a.png", site: site)
        #expect(pictured.contains(" data-picture=\"/pictures/1\""))
    }

    @Test("A file of an unknown type has no player")
    func unknown() throws {
        #expect(!html([try file("a.mp3", nil), try file("b", "audiobook")]).contains("<audio"))
    }

    @Test("Each file continues where it stopped, which its line says in words")
    func positions() throws {
        let files = [try file("a.mp3", "audio/mpeg"), try file("b.mp3", "audio/mpeg")]
        let stopped = html(files, playback: [played(to: 3725.5, of: 7200)])
        #expect(stopped.contains(" aria-label=\"a.mp3\" data-position=\"3725.5\">"))
        #expect(stopped.contains(" aria-label=\"b.mp3\">") && stopped.contains("stopped at 1:02:05"))
        #expect(html(files, playback: [played(to: 65)]).contains("stopped at 1:05"))
        #expect(html(files, playback: [played(to: 7198, of: 7200)]).contains("played"))
        #expect(!html(files, playback: [played(to: 0.2, of: 7200)]).contains("stopped"))
    }

    @Test("A picture is shown from this server, unless the text shows it")
    func pictures() throws {
        var site = SampleStates.site
        site.picture = { _, _ in
            ServedPicture(path: "/pictures/1", size: ServedPicture.Size(width: 640, height: 480))
        }
        let files = [try file("a.png", "image/png")]
        #expect(html(files, site: site).contains("<img src=\"/pictures/1\" alt=\"\" width=\"640\" height=\"480\""))
        #expect(!html(files).contains("<img"))
        #expect(!html(files, text: "<img src='https://media.example/a.png'>", site: site).contains("<img"))
    }

    @Test("A file with an address that isn't of the web is left out")
    func others() throws {
        let url = try #require(URL(string: "javascript:alert(1)"))
        #expect(html([Entry.Enclosure(url, type: "audio/mpeg")]) == "")
    }
}

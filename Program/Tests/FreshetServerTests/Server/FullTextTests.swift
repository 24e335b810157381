import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The full text of an item of a followed feed") struct FullTextTests {
    private static let json = ["Content-Type": "application/json", "Accept": "application/json"]
    private static let prose = (1...6).map { number in
        "<p>In part \(number) the keepers wrote down what the tide had left, and they did so with care, because nobody else would.</p>"
    }.joined()
    private static let feed =
        #"{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","url":"/web/page.html","content_html":"<p>The beginning</p>"}]}"#

    private func serve(_ path: String, _ body: String, type: String = "text/html", in server: RunningServer) {
        server.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    /// The path of a followed feed's page, whose item links a page.
    private func follow(_ page: String, in server: RunningServer) async -> String {
        serve("/web/part/feed", Self.feed, type: "application/feed+json", in: server)
        serve("/web/page.html", page, in: server)
        let address = server.scene.sample.webURL.absoluteString + "/part/feed"
        #expect(await server.post("/follow", "address=" + address.percentEncodedForTest).status == 303)
        return "/web/" + address.percentEncodedForTest
    }

    @Test("A full text is loaded by a button, and shown from then on")
    func button() async throws {
        try await RunningServer.run { server in
            let feed = await follow("<main>\(Self.prose)<script>x()</script></main>", in: server)
            let before = await server.ask(feed + "?item=1")
            #expect(before.text.contains("<form class=\"full-text\" method=\"post\" action=\"/full-text\">"))
            #expect(before.text.contains("The beginning") && !before.text.contains("In part 6"))
            let form = "feed=\(feed.percentEncodedForTest)&id=1&return=\((feed + "?item=1").percentEncodedForTest)"
            let reply = await server.post("/full-text", form)
            #expect(reply.status == 303 && reply.headers["location"] == feed + "?item=1")
            let after = await server.ask(feed + "?item=1")
            #expect(after.text.contains("In part 6") && after.text.contains("The full text of the item's page"))
            #expect(!after.text.contains("x()") && !after.text.contains("action=\"/full-text\""))
        }
    }

    @Test("A full text has a document for programs, with the text, or the reason if there is none")
    func document() async throws {
        try await RunningServer.run { server in
            let feed = await follow("<main>\(Self.prose)</main>", in: server)
            let body = #"{"feed":"\#(feed)","id":"1"}"#
            let reply = await server.ask("/full-text", "POST", Self.json, body: body)
            #expect(reply.status == 200)
            #expect((reply.json["content"] as? String)?.contains("In part 6") == true)
            #expect(reply.json["remark"] is NSNull)
            serve("/web/page.html", "<p>No", in: server)
            let again = await server.ask(
                "/full-text", "POST", Self.json, body: #"{"feed":"\#(feed)","id":"1","again":true}"#)
            #expect(
                again.json["content"] is NSNull && (again.json["remark"] as? String)?.contains("no article") == true)
            let page = await server.ask(feed + "?item=1")
            #expect(page.text.contains("The beginning") && page.text.contains("Try again"))
        }
    }

    @Test("A full text is shown up to 600 kB, and reported as cut if it is longer")
    func long() async throws {
        try await RunningServer.run { server in
            let page = (1...5_000).map { "<p>\($0). \(Self.prose.prefix(125))</p>" }.joined()
            let feed = await follow("<main>\(page)</main>", in: server)
            let reply = await server.ask(
                "/full-text", "POST", Self.json, body: #"{"feed":"\#(feed)","id":"1"}"#)
            #expect(reply.json["isCut"] as? Bool == true)
            #expect((reply.json["content"] as? String)?.contains("4000. ") == true)
            let shown = await server.ask(feed + "?item=1").text
            #expect(shown.contains("4000. ") && shown.contains("page, cut because it is too long, loaded"))
        }
    }

    @Test("A full text is loaded by Miniflux's apps, which get the reason if there is none")
    func app() async throws {
        try await RunningServer.run { server in
            let feed = await follow("<main>\(Self.prose)</main>", in: server)
            _ = await server.ask(feed)
            let list = await server.ask("/v1/entries")
            let entry = try #require((list.json["entries"] as? [[String: Any]])?.first?["id"] as? Int)
            let reply = await server.ask("/v1/entries/\(entry)/fetch-content")
            #expect(reply.status == 200 && (reply.json["content"] as? String)?.contains("In part 6") == true)
            #expect(await server.ask("/v1/entries/\(entry + 1)/fetch-content").status == 404)
            serve("/web/page.html", "<p>No", in: server)
            _ = await server.ask(
                "/full-text", "POST", Self.json, body: #"{"feed":"\#(feed)","id":"1","again":true}"#)
            let refusal = await server.ask("/v1/entries/\(entry)/fetch-content")
            #expect(refusal.status == 400 && refusal.text.contains("no article"))
        }
    }

    @Test("A full text is loaded by the page's script, once, if the feed's settings ask for it")
    func always() async throws {
        try await RunningServer.run { server in
            let feed = await follow("<main>\(Self.prose)</main>", in: server)
            let name = feed.percentEncodedForTest
            #expect(await !server.ask(feed + "?item=1").text.contains("data-always"))
            #expect(await server.post("/follow", "feed=\(name)&fullText=false&fullText=true").status == 303)
            let before = await server.ask(feed + "?item=1").text
            #expect(
                before.contains("action=\"/full-text\" data-always>")
                    && before.contains("value=\"true\" autocomplete=\"off\" checked"))
            // A page that another site opened loads nothing by itself.
            let foreign = await server.ask(feed + "?item=1", "GET", OtherSiteTests.link).text
            #expect(foreign.contains("action=\"/full-text\"") && !foreign.contains("data-always"))
            #expect(await server.post("/full-text", "feed=\(name)&id=1").status == 303)
            #expect(await !server.ask(feed + "?item=1").text.contains("data-always"))
            #expect(await server.post("/follow", "feed=\(name)&fullText=false").status == 303)
            let feeds = await server.ask("/api/following").json["feeds"] as? [[String: Any]]
            #expect(feeds?.first?["fullText"] as? Bool == false)
        }
    }

    @Test("Loading full texts is refused for feeds that link no pages, and for words that aren't booleans")
    func refusedSetting() async throws {
        try await RunningServer.run { server in
            #expect(await server.post("/follow", "feed=%2Fnews%2Ftop&fullText=true").status == 400)
            #expect(await server.post("/follow", "feed=%2Fnews%2Ftop&fullText=maybe").status == 400)
        }
    }

    @Test("A full text can't be loaded for unknown items and pages that fail")
    func failures() async throws {
        try await RunningServer.run { server in
            let feed = await follow("<main>\(Self.prose)</main>", in: server)
            func status(_ body: String) async -> Int {
                await server.ask("/full-text", "POST", Self.json, body: body).status
            }
            #expect(await status(#"{"feed":"\#(feed)","id":"2"}"#) == 404)
            #expect(await status(#"{"feed":"\#(feed)"}"#) == 400)
            #expect(await status(#"{"id":"1"}"#) == 400)
            server.control.fail("/web/page.html", with: .status(500, headers: [:], body: ""))
            #expect(await status(#"{"feed":"\#(feed)","id":"1"}"#) == 502)
        }
    }
}

extension String {
    fileprivate var percentEncodedForTest: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? self
    }
}

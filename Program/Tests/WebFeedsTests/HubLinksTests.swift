import Foundation
import HTTPTypes
import Testing

@testable import WebFeeds

@Suite("The hub of a feed") struct HubLinksTests {
    private let address = URL(string: "https://site.example/feed")!

    private func feed(_ links: String) throws -> WebFeed {
        let text = #"<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>\#(links)</feed>"#
        return try WebFeed(parsing: Data(text.utf8), charset: nil, address: address)
    }

    private func links(_ header: String? = nil, _ links: String = "", at address: URL? = nil) throws -> [String]? {
        var headers: HTTPFields = [:]
        if let header { headers[try #require(HTTPField.Name("Link"))] = header }
        return HubLinks(headers, try feed(links), at: address ?? self.address).map {
            [$0.hub.absoluteString, $0.topic.absoluteString]
        }
    }

    private let elements =
        #"<link rel="hub" href="http://one.example/"/><link rel="hub" href="https://two.example/"/>"#
        + #"<link rel="self" href="https://site.example/self"/>"#

    @Test("A hub in the response's headers precedes the document's elements")
    func order() throws {
        #expect(
            try links(#"<https://hub.example/>; rel="hub", </topic>; rel="self""#, elements)
                == ["https://hub.example/", "https://site.example/topic"])
        // An encrypted one is preferred.
        #expect(try links(nil, elements) == ["https://two.example/", "https://site.example/self"])
    }

    @Test("A feed without its own address has no hub")
    func noTopic() throws {
        #expect(try links(nil, #"<link rel="hub" href="https://hub.example/"/>"#) == nil)
        #expect(try links(#"<https://hub.example/>; rel="hub""#) == nil)
        #expect(try links(nil, #"<link rel="self" href="https://site.example/self"/>"#) == nil)
        #expect(try links(nil, #"<link rel="hub" href="javascript:alert(1)"/><link rel="self" href="/self"/>"#) == nil)
    }

    @Test("A hub is named by RSS with Atom's elements, and by JSON Feed")
    func formats() throws {
        let rss = """
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>T</title>\
            <atom:link rel="hub" href="https://hub.example/"/><atom:link rel="self" href="https://site.example/rss"/>\
            <item><title>a</title></item></channel></rss>
            """
        let json = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "T", "feed_url": "https://site.example/json",
            "hubs": [{"type": "rssCloud", "url": "https://cloud.example/"}, 1, {"type": "WebSub", "url": "https://hub.example/"}],
            "items": []}
            """
        for (text, topic) in [(rss, "rss"), (json, "json")] {
            let feed = try WebFeed(parsing: Data(text.utf8), charset: nil, address: address)
            let links = try #require(HubLinks([:], feed, at: address))
            #expect(links.hub.absoluteString == "https://hub.example/" && links.topic.path() == "/" + topic)
        }
    }

    @Test("A hub is known for YouTube's channels")
    func youTube() throws {
        let channel = try #require(URL(string: "https://www.youtube.com/feeds/videos.xml?channel_id=UC1"))
        let own = #"<link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=UC1"/>"#
        #expect(try links(nil, own, at: channel)?.first == "https://pubsubhubbub.appspot.com/")
        let other = try #require(URL(string: "https://www.youtube.com.example/feeds/videos.xml"))
        #expect(try links(nil, own, at: other) == nil)
    }
}

import Foundation
import Testing
import WebFeeds

@Suite("Any bytes") struct MutationTests {
    private static let documents = [
        """
        <?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY a "b">]><rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/">\
        <channel><title>T &amp; &a;</title><item><title>é &nbsp; <![CDATA[x]]></title><link>/a</link><guid>1</guid>\
        <pubDate>Sat, 21 Nov 2026 10:32:00 GMT</pubDate><c:encoded>&lt;a href="b">&lt;/a></c:encoded><!-- c --></item></channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/b/"><entry><id>1</id><title type="xhtml"><div>a <b>b</b></div></title>\
        <link href="x"/><updated>2026-11-21T10:32:00Z</updated><content type="html">&lt;p></content></entry></feed>
        """,
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"\u00e9\n","authors":[{"name":"M"}],"tags":["a"]}]}"#,
        "<opml version=\"2.0\"><body><outline text=\"a\"><outline text=\"b\" xmlUrl=\"https://a.example/\"/></outline></body></opml>",
        "<html><head><base href=\"/x\"><link rel=\"alternate\" type=\"application/rss+xml\" href=\"a\"><title>&eacute;</title>",
    ].map { Array($0.utf8) }

    /// A repeatable source of numbers (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

    /// Reads bytes in every way; the results don't matter.
    private func read(_ bytes: [UInt8], charset: String? = nil) {
        let data = Data(bytes)
        do { _ = try WebFeed(parsing: data, charset: charset, address: address) } catch {}
        do { _ = try OPML(parsing: data) } catch {}
        _ = FeedLinks(inPage: data, charset: charset, address: address)
    }

    @Test("A document that ends early is read without a crash", arguments: documents.indices)
    func truncated(document: Int) {
        let bytes = Self.documents[document]
        for count in 0...bytes.count { read(Array(bytes[..<count])) }
        for start in 0..<bytes.count { read(Array(bytes[start...])) }
    }

    @Test("A corrupted document is read without a crash", arguments: documents.indices)
    func mutated(document: Int) {
        var numbers = Numbers(state: UInt64(document))
        let alphabet = Array("<>&;\"'/!?[]{}:,\\=#-x0 \0\u{1}".utf8) + [0x80, 0xc3, 0xef, 0xbf, 0xbe, 0xff, 0xfe]
        let charsets: [String?] = [nil, "utf-16", "iso-8859-1", "shift_jis", "utf-8", "iso-2022-jp", "x"]
        for _ in 0..<1500 {
            var bytes = Self.documents[document]
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[place] = alphabet.randomElement(using: &numbers) ?? 0
                case 1: bytes.insert(alphabet.randomElement(using: &numbers) ?? 0, at: place)
                case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...20, using: &numbers), bytes.count))
                default: bytes.insert(contentsOf: bytes[place..<min(place + 30, bytes.count)], at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            read(bytes, charset: charsets.randomElement(using: &numbers) ?? nil)
        }
    }

    @Test("Random bytes are read without a crash")
    func random() {
        var numbers = Numbers(state: 7)
        for count in 0..<400 { read((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }) }
    }
}

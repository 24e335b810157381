import Foundation
import Testing
import WebFeeds

@Suite("A defect in a feed") struct RepairTests {
    private func item(_ title: String) throws -> (String?, repairs: Int) {
        let feed = try WebFeed.rss(item: "<title>\(title)</title>")
        return (feed.items.first?.title, feed.repairs)
    }

    @Test(
        "A defect is repaired and counted",
        arguments: [
            ("AT&T", "AT&T", 1), ("a & b", "a & b", 1), ("a&nbsp;b", "a b", 1), ("caf&eacute;&hellip;", "café…", 2),
            ("&unheard;", "&unheard;", 1), ("a\u{1}b\u{1f}c", "abc", 2), ("a\u{fffe}b", "ab", 1),
            ("a&#1;b&#x0;", "ab", 2),
            ("&#146;", "’", 0), ("1 < 2", "1 < 2", 1), ("a <3 b", "a <3 b", 1), ("&&&", "&&&", 3), ("&#xZZ;", "", 1),
            ("?a=1&b=2", "?a=1&b=2", 1), ("&copy", "&copy", 1), ("a\u{fffd}b", "a\u{fffd}b", 0),
            ("&#65;&#x42;", "AB", 0),
        ])
    func repaired(xml: String, title: String, count: Int) throws {
        let (found, repairs) = try item(xml)
        #expect((found ?? "") == title && repairs == count)
    }

    @Test("A bare & in CDATA is no defect, but a control character is")
    func characterData() throws {
        #expect(try item("<![CDATA[a & b]]>") == ("a & b", 0))
        #expect(try item("<![CDATA[a\u{1} b]]>") == ("a b", 1))
        let long = String(repeating: "é]&", count: 30_000)
        #expect(try WebFeed.rss(item: "<description><![CDATA[\(long)]]></description>").only.content == long)
    }

    @Test("A defect may be in attributes, and before and after the document")
    func elsewhere() throws {
        let feed = try WebFeed(
            text: """
                \n <!-- a & b <rss> --><?pi a & b?><rss><channel><item><title>a</title>\
                <enclosure url="https://a.example/?b=1&c=2&eacute;" type='a<b'/></item></channel></rss> junk & more <
                """)
        #expect(try feed.only.enclosures.map(\.url.absoluteString) == ["https://a.example/?b=1&c=2%C3%A9"])
        #expect(feed.repairs >= 4)
        let warning = try WebFeed(
            text: "Warning: x & y in feed.php\n<?xml version='1.0'?><rss><channel><title>T</title></channel></rss>")
        #expect(warning.title == "T" && warning.repairs == 1)
    }

    @Test("A defect of nesting loses no other item")
    func nesting() throws {
        let feed = try WebFeed(
            text: """
                <rss><channel><item><title>a</title><description>x<br>y</description></item><item><title>b</title>\
                </item><item><title>c</title></item></channel></rss>
                """)
        #expect(
            feed.items.map(\.title).prefix(2) == ["a", "b"] && feed.items.count + feed.skipped == 3 && feed.repairs > 0)
    }

    @Test("A feed without an end keeps its complete items, and skips the last one")
    func truncated() throws {
        let feed = try WebFeed(
            text: "<rss><channel><item><title>a</title></item><item><title>b</title><guid>http://a.exam")
        #expect(feed.items.map(\.title) == ["a"] && feed.skipped == 1 && feed.repairs > 0)
    }

    @Test("A defective feed is distinguished from other documents")
    func other() throws {
        func error(_ text: String) -> WebFeedError? {
            do {
                _ = try WebFeed(text: text)
                return nil
            } catch {
                return error as? WebFeedError
            }
        }
        #expect(error("") == .empty && error(" \n\t") == .empty)
        #expect(error("<!DOCTYPE html><html><head><title>x</title>") == .webPage && error("<HTML>") == .webPage)
        #expect(error("<opml/>") == .notAFeed("XML with the root element opml"))
        #expect(error("hello") == .notAFeed("neither XML nor JSON") && error("%PDF-1.4") != nil)
        #expect(error("{}") == .notAFeed("JSON without a JSON Feed version"))
        for text in ["<rss", "<rss>", "<feed xmlns='http://www.w3.org/2005/Atom'><title>a", "<rss><channel><item>"] {
            #expect(error(text) == .malformed("it ends before its first item"))
        }
        #expect(throws: WebFeedError.tooLarge(bytes: WebFeed.maximumSize + 1, limit: WebFeed.maximumSize)) {
            try WebFeed(parsing: Data(count: WebFeed.maximumSize + 1))
        }
        #expect(try WebFeed(text: "<rss><channel/></rss>").items.isEmpty)
    }
}

@Suite("A hostile feed") struct HostileTests {
    @Test("A hostile feed reads nothing from elsewhere")
    func external() throws {
        let feed = try WebFeed(
            text: """
                <!DOCTYPE rss SYSTEM "file:///etc/passwd" [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "file:///etc/passwd">\
                %p;<!ENTITY b PUBLIC "x" "http://127.0.0.1:1/">]><rss><channel><title>[&a;&b;]</title></channel></rss>
                """)
        #expect(feed.title == "[&a;&b;]")
    }

    @Test("A hostile feed has its own entities expanded as text, even nested ones")
    func entities() throws {
        let feed = try WebFeed(
            text: """
                <!DOCTYPE rss [<!-- > ]> --><!ENTITY site 'Tide &amp; moon'><!ENTITY full "&site; — caf&eacute;"><!ELEMENT rss ANY>]>\
                <rss><channel><title>&full;</title><link>https://a.example/&site;</link></channel></rss>
                """)
        #expect(feed.title == "Tide & moon — café" && feed.repairs == 0)
    }

    @Test("A hostile feed expands no entity without a bound")
    func expansion() throws {
        let laughs = (1..<30).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        for body in [
            "&l29;", String(repeating: "&l6;", count: 1000), String(repeating: "&long;", count: 100_000), "&loop;",
        ] {
            let text = """
                <!DOCTYPE rss [<!ENTITY l0 "ha">\(laughs)<!ENTITY long "\(String(repeating: "x", count: 1000))"><!ENTITY loop "&loop;">]>\
                <rss><channel><item><title>a</title><description>\(body)</description></item></channel></rss>
                """
            let content = try #require(try WebFeed(text: text).only.content)
            #expect(content.utf8.count < 2_000_000)
        }
    }

    @Test("A long entity isn't read once for each reference to it")
    func longEntities() throws {
        let long = String(repeating: "x", count: 1 << 20), ampersands = String(repeating: "&", count: 200_000)
        let text = """
            <!DOCTYPE rss [<!ENTITY long "\(long)"><!ENTITY bare "\(ampersands)">]><rss><channel><item><title>a</title>\
            <description>&bare;\(String(repeating: "&long;", count: 200_000))</description></item></channel></rss>
            """
        let content = try #require(try WebFeed(text: text).only.content)
        #expect(content.contains("&amp;long;") || content.contains("&long;"))
        #expect(!content.contains("xx") && content.utf8.count < 4 << 20)
    }

    @Test("A hostile feed can be deep, wide or endless, and parsing still ends")
    func bounded() throws {
        let size = 1 << 18
        let open = "<rss><channel><title>T</title><item><title>a</title></item>"
        let bodies = [
            String(repeating: "<a>", count: size / 3),
            "<a " + (0..<size / 12).map { "b\($0)='' " }.joined() + "/>",
            (0..<size / 8).map { "<n\($0)/>" }.joined(),
            "<a b='" + String(repeating: "x", count: size),
            "<![CDATA[" + String(repeating: "x", count: size),
            "<!--" + String(repeating: "-", count: size),
            String(repeating: "<", count: size), String(repeating: "&", count: size),
            String(repeating: "]]>", count: size / 3),
            String(repeating: "</a>", count: size / 4), String(repeating: "<!DOCTYPE x [", count: size / 13),
            "<item><description>" + String(repeating: "<b>", count: size / 3),
            String(repeating: "<item><title>x</title></item>", count: 20_000),
        ]
        for body in bodies {
            let feed = try WebFeed(text: open + body)
            #expect(feed.title == "T" && feed.items.first?.title == "a" && feed.items.count <= WebFeed.maximumItems)
        }
    }

    @Test("A hostile JSON Feed can be deep, wide or endless, and parsing still ends")
    func json() throws {
        let open = #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"a"}],"x":"#
        for rest in ["[", "{\"a\":", "[1,", "\"\\", "0", " ", "]", "}"] {
            let text = open + String(repeating: rest, count: 200_000)
            #expect(try WebFeed(text: text).items.map(\.id) == ["1"])
        }
    }
}

import Foundation
import Catalog
import Feeds
import Testing
import WebText

@testable import FreshetServer

@Suite("The target of a request") struct TargetTests {
    private func match(_ path: String) -> RouteMatch? { Target(path).flatMap { RouteMatch($0, .all) } }

    /// The path of the row that a path leads to.
    private func route(_ path: String) -> String? { match(path)?.route.path.text }

    @Test("A request target is split into parts before it is decoded")
    func parts() throws {
        let target = try #require(Target("/github/a%2Fb/c%20d?q=x+y%26z&type=&limit=5"))
        #expect(target.parts == ["github", "a/b", "c d"] && target.suffix == nil)
        #expect(target["q"] == "x y&z" && target["type"] == nil && target["limit"] == "5" && target["days"] == nil)
        #expect(target.local == "/github/a%2Fb/c%20d?q=x+y%26z&type=&limit=5")
    }

    @Test(
        "An invalid request target is rejected",
        arguments: ["", "news/top", "*", "/%", "/%2", "/%zz", "/%ff", "/?a=%c3", "http://localhost/"])
    func none(text: String) { #expect(Target(text) == nil) }

    @Test("A request target ends with a feed's format only after a literal dot")
    func suffix() throws {
        let json = try #require(Target("/github/octocat/hello.json"))
        #expect(json.suffix == .json && json.parts.last == "hello")
        let feed = Feed.repository("octocat/hello.json")
        let path = feed.address
        #expect(path == "/github/octocat/hello%2Ejson")
        #expect(route(path) == "/{feed}" && match(path)?.feedOfPage == feed)
        #expect(route(path + ".atom") == "/{feed}.{format}" && match(path + ".atom")?.values.feed == feed)
    }

    @Test("A request target of a feed's page leads to the feed", arguments: Feed.all)
    func feeds(feed: Feed) {
        #expect(match(feed.address)?.feedOfPage == feed)
        let document = match("/api" + feed.address)
        #expect(document?.route.path.text == "/api/{feed}" && document?.values.feed == feed)
        #expect(document?.feedOfPage == nil)
    }

    @Test(
        "A request target has no route if no such feed exists",
        arguments: [
            "/github", "/github/apple", "/github/a/b/c", "/github/../x", "/planet/nothing", "/news", "/news/worst",
            "/api/nothing", "/seen/x", "/api", "/api/", "/api/unread.json", "/unread.atom", "/export", "/export%2Ejson",
            "/avatars/x.json", "/avatars/x/y", "/assets/a/b", "/feeds/s/unread", "/feeds/s.atom",
            "/feeds/s/folder/.atom",
            "/feeds/s/folder/a/b.atom", "/feeds/s/nothing.json", "/follow/x", "/api/help",
        ])
    func unknown(path: String) { #expect(match(path) == nil) }

    @Test(
        "A request target leads to one row of the table, with the values of its variables",
        arguments: [
            ("/", "/", ""), ("/un%72ead", "/unread", ""), ("/export.opml", "/export.opml", ""),
            ("/export.json", "/export.json", ""), ("/worker.js", "/worker.js", ""),
            ("/assets/page.css", "/assets/{file}", "file=page.css"),
            ("/assets/a.json", "/assets/{file}", "file=a.json"),
            ("/assets/", "/assets/{file}", "file="), ("/avatars/ab%2Fc", "/avatars/{hash}", "hash=ab/c"),
            ("/websub/k", "/websub/{secret}", "secret=k"), ("/confirm/", "/confirm/{secret}", "secret="),
            ("/feeds/s/search.json?q=a", "/feeds/{secret}/search.{format}", "secret=s"),
            ("/feeds/s/folder/a%2Fb.atom", "/feeds/{secret}/folder/{folder}.{format}", "folder=a/b secret=s"),
            ("/github/trending", "/{form}", ""), ("/v1/feeds/1.json", "/{app}", ""),
            ("/api/greader.php/reader", "/{app}", ""),
        ])
    func rows(path: String, row: String, values: String) {
        #expect(route(path) == row)
        let named = match(path)?.values.named.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        #expect(named?.joined(separator: " ") == values)
    }

    @Test(
        "An address to return to must be a path of this server",
        arguments: [
            ("/", true), ("/news/top?limit=5", true), ("", false), ("news", false), ("//evil", false),
            ("/\\evil", false),
            ("/a\\b", false), ("/a b", false), ("/ü", false), ("/a\r\nSet-Cookie: b", false), ("https://evil", false),
        ])
    func localPath(text: String, isOne: Bool) { #expect((LocalPath(text) != nil) == isOne) }
}

@Suite("A form") struct FormTests {
    @Test("A form has values by name, one or several")
    func encoded() throws {
        let form = try #require(Form(encoded: "id=1&id=2&mark=read&empty="))
        #expect(form.all("id") == ["1", "2"] && form["mark"] == "read" && form["empty"] == nil && form["no"] == nil)
        #expect(Form(encoded: "a=%") == nil)
    }

    @Test("A form may be JSON with strings, numbers, and lists of them")
    func json() throws {
        let form = try #require(Form(json: Data(#"{"id":[1,"b"],"mark":"read","n":7}"#.utf8)))
        #expect(form.all("id") == ["1", "b"] && form["mark"] == "read" && form["n"] == "7")
        for text in ["[]", "1", "{", #"{"a":{}}"#, #"{"a":[[1]]}"#, #"{"a":null}"#] {
            #expect(Form(json: Data(text.utf8)) == nil, "\(text)")
        }
    }
}

import Catalog
import FeedStore
import Feeds
import Testing
import WebText

@Suite("A feed's address") struct AddressTests {
    private static let paths = [
        "github/octocat/hello", "github/users/octocat", "github/trending/swift", "github/trending/c%2B%2B",
        "github/trending/jupyter%20notebook", "github/repositories", "planet", "planet/wildfires", "news/top",
        "news/jobs", "news/item/8863",
    ]

    @Test("A feed's address is read from a path, and prints the same path", arguments: paths)
    func roundTrip(path: String) throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey(path)))
        #expect(feed.path.map(\.percentEncoded).joined(separator: "/") == path)
        #expect(FeedCatalog.all.feed(path: feed.path) == feed)
    }

    @Test("Every kind of feed has an example of an address, which is read as that kind")
    func examples() throws {
        for kind in FeedCatalog.all.upstreams.flatMap(\.kinds) {
            let feed = try #require(FeedCatalog.all.feed(path: kind.example), "\(kind)")
            #expect(type(of: feed.description) == kind && feed.path == kind.example)
        }
    }

    @Test("Every kind of feed has an example from a menu")
    func menuExample() {
        let keys = FeedCatalog.all.upstreams.flatMap(\.menu).map(\.feed.key.rawValue)
        #expect(keys.contains(FeedCatalog.all.exampleKey))
    }

    @Test("A feed's name in the store leads back to the feed", arguments: paths)
    func key(path: String) throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey(path)))
        #expect(FeedCatalog.all.feed(feed.key) == feed)
    }

    @Test("A feed's address is the same regardless of capitals in GitHub's names")
    func capitals() {
        let catalog = FeedCatalog.all
        #expect(catalog.feed(FeedKey("github/Octocat/Hello"))?.key == FeedKey("github/octocat/hello"))
        #expect(catalog.feed(FeedKey("github/Octocat/Hello"))?.title == "Octocat/Hello")
        #expect(catalog.feed(FeedKey("github/users/OctoCat"))?.key == FeedKey("github/users/octocat"))
    }

    @Test(
        "A feed's address is refused if there is no such feed",
        arguments: [
            "", "github", "github/", "github/a", "github/a/b/c", "planet/unicorns", "news", "news/topp", "mars",
        ])
    func refused(path: String) {
        #expect(FeedCatalog.all.feed(FeedKey(path)) == nil)
    }

    @Test(
        "A feed's address can be pasted",
        arguments: [
            ("https://github.com/octocat/hello", "github/octocat/hello"), ("octocat/hello", "github/octocat/hello"),
            ("https://github.com/octocat", "github/users/octocat"), ("github.com/octocat/", "github/users/octocat"),
            ("https://github.com/orgs/swiftlang", "github/users/swiftlang"),
            ("https://github.com/orgs/swiftlang/repositories?type=all", "github/users/swiftlang"),
            ("github.com/users/octocat/projects/1", "github/users/octocat"), ("@octocat", "github/users/octocat"),
            ("https://news.ycombinator.com/newest", "news/new"), ("news.ycombinator.com", "news/top"),
            ("https://news.ycombinator.com/item?id=8863", "news/item/8863"),
            ("https://eonet.gsfc.nasa.gov/", "planet"), ("planet/wildfires", "planet/wildfires"),
            ("news/best", "news/best"), ("https://github.com/trending/C%2B%2B?since=weekly", "github/trending/c++"),
            ("github/trending/rust", "github/trending/rust"),
            ("https://github.com/trending", "github/trending/swift"), ("github.com/trending/", "github/trending/swift"),
            ("https://github.com/trending?since=weekly", "github/trending/swift"),
        ])
    func pasted(text: String, key: String) {
        #expect(FeedCatalog.all.feed(pasted: text)?.key == FeedKey(key))
    }

    @Test(
        "The address of one of GitHub's own pages is that page, not a repository",
        arguments: ["orgs", "topics/swift", "settings/profile", "marketplace/actions", "sponsors/octocat", "users"])
    func ownPage(path: String) {
        let address = "https://github.com/" + path
        #expect(FeedCatalog.all.feed(pasted: address)?.path == ["web", address])
    }

    @Test(
        "The address of a feed is that web feed, anywhere on GitHub and its other hosts",
        arguments: [
            "https://github.com/octocat/hello/issues/atom.xml", "https://github.com/octocat/hello/raw/main/feed.rss",
            "https://github.com/octocat/hello/discussions/categories/news.atom", "https://github.com/blog/all.atom",
            "https://github.com/orgs/octo-sample/repositories.rss", "https://github.com/trending/swift.rss",
            "https://octocat.github.com/blog/atom.xml", "https://octocat.github.com/blog",
            "https://docs.github.com/en/rss",
            "https://gist.github.com/octocat/12ab.atom", "https://raw.github.com/octocat/hello/main/feed",
            "https://eonet.gsfc.nasa.gov/api/v3/events/rss",
        ])
    func feedDocument(address: String) {
        #expect(FeedCatalog.all.feed(pasted: address)?.path == ["web", address])
    }

    @Test(
        "The address of a repository whose name is like that of a feed is the repository",
        arguments: ["atom/atom", "octocat/rss"])
    func namedLikeFeed(name: String) {
        #expect(FeedCatalog.all.feed(pasted: "https://github.com/" + name)?.key == FeedKey("github/" + name))
        #expect(FeedCatalog.all.feed(pasted: "octocat/feed.xml")?.key == FeedKey("github/octocat/feed.xml"))
    }

    @Test(
        "The address of another site is never taken for GitHub's",
        arguments: ["https://gitlab.com/a/b", "gitlab.com/a/b"])
    func otherSite(text: String) {
        #expect(FeedCatalog.all.feed(pasted: text)?.upstream.id != "github")
    }

    @Test(
        "The address of a page with a feed of its own is that page, not the whole repository",
        arguments: ["releases", "tags", "commits", "commits/main", "releases/"])
    func pageWithFeed(page: String) {
        let address = "https://github.com/octocat/hello/" + page
        #expect(FeedCatalog.all.feed(pasted: address)?.path == ["web", address])
    }

    @Test(
        "The address of a page without a feed of its own is the repository, with a remark",
        arguments: [("issues", true), ("releases/tag/1.0", true), ("pull/12", true), ("tree/main", false), ("", false)])
    func pageWithoutFeed(page: String, says: Bool) {
        let feed = FeedCatalog.all.feed(pasted: "https://github.com/octocat/hello/" + page)
        #expect(feed?.key == FeedKey("github/octocat/hello") && (feed?.description.aliasedFeed?.remark != nil) == says)
    }

    @Test(
        "The address of one of a repository's Atom feeds is that web feed, not the repository",
        arguments: ["releases.atom", "tags.atom", "commits/main.atom"])
    func atomFeed(page: String) {
        let address = "https://github.com/octocat/hello/" + page
        #expect(FeedCatalog.all.feed(pasted: address)?.path == ["web", address])
        #expect(
            FeedCatalog.all.feed(pasted: "https://github.com/octocat/hello/blob/main/" + page)?.key
                == FeedKey("github/octocat/hello"))
    }
}

@Suite("Every kind of feed") struct KindTests {
    /// One feed of each kind.
    private static var feeds: [Feed] {
        let keys = ["github/o/r", "github/users/o", "github/trending/swift", "github/repositories"]
        return FeedCatalog.all.upstreams.flatMap(\.menu).map(\.feed)
            + keys.compactMap { FeedCatalog.all.feed(FeedKey($0)) }
    }

    @Test("Every kind of feed has a name and a summary, and its path begins with its upstream's id", arguments: feeds)
    func names(feed: Feed) {
        #expect(!feed.title.isEmpty && feed.summary.hasSuffix(".") && feed.description.emptyMessage.hasSuffix("."))
        #expect(feed.path.first == feed.upstream.id && feed.key.upstream == feed.upstream.id)
        #expect(feed.columns.contains { $0.content == .title })
    }

    @Test("Every kind of feed has limits and orders that make sense", arguments: feeds)
    func controls(feed: Feed) {
        let controls = feed.controls
        #expect((1...controls.maximum).contains(controls.limit) && (1...controls.maximum).contains(controls.pageLimit))
        #expect(!controls.orders.isEmpty && Set(controls.orders.map(\.id)).count == controls.orders.count)
        #expect(controls.days.map { $0.range.contains($0.usual) } ?? true)
    }

    @Test("Every kind of feed links to neighboring feeds that all have addresses", arguments: feeds)
    func menu(feed: Feed) {
        for link in feed.description.menu {
            #expect(FeedCatalog.all.feed(path: link.feed.path) == link.feed)
        }
    }

    @Test("Every kind of feed belongs to an upstream with its own id, name and variables")
    func upstreams() {
        let upstreams = FeedCatalog.all.upstreams
        #expect(Set(upstreams.map(\.id)).count == upstreams.count)
        let variables = upstreams.compactMap(\.addressVariable) + upstreams.flatMap(\.tokenVariables)
        #expect(Set(variables).count == variables.count)
        for upstream in upstreams {
            #expect(upstream.waiting.hasSuffix("…") && !upstream.kinds.isEmpty)
        }
    }
}

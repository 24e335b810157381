import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Search
import Synchronization
import Testing
import WebFeeds

@Suite("A web feed") struct WebFeedTests {
    @Test("A web feed is fetched in any of its formats", arguments: ["feed.xml", "atom.xml", "feed.json"])
    func formats(_ name: String) async throws {
        try await Scene.run { scene in
            let state = try await scene.site("harbor", name).last()
            #expect(state.freshness == .fresh && state.items.count == 20 && state.title == "Harbor Notes")
            let entry = try #require(state.items.first?.entry)
            #expect(!entry.plainTitle.isEmpty && entry.author != nil && entry.date != nil && entry.text != nil)
            #expect(entry.source == "Harbor Notes")
        }
    }

    @Test("A web feed is found through a page that links to it, and requested directly from then on")
    func page() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor", "")
            #expect(try await site.last().items.count == 20)
            #expect(scene.paths == ["/web/harbor/", "/web/harbor/feed.xml"])
            scene.advance(86_400)
            try await site.last()
            #expect(scene.paths.last == "/web/harbor/feed.xml" && scene.paths.count == 3)
        }
    }

    @Test("A web feed keeps items that leave it, and has its own title")
    func merge() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try await site.last()
            scene.advance(7200)
            let state = try await site.last()
            #expect(state.total == 32)
            #expect(try scene.store.snapshot(of: site.key, order: .newest, limit: 0).title == "Harbor Notes")
        }
    }

    @Test("A web feed sends validators, and keeps its title if nothing has changed")
    func unchanged() async throws {
        try await Scene.run({ $0.growth = 0.000_1 }) { scene in
            let site = scene.site("harbor")
            try await site.last()
            scene.advance(7200)
            let state = try await site.last()
            #expect(try scene.store.ledger().first?.outcome == .status(304))
            #expect(state.freshness == .fresh && state.title == "Harbor Notes" && state.items.count == 20)
        }
    }

    @Test("A web feed has moved after two permanent redirects in a row")
    func moved() async throws {
        try await Scene.run { scene in
            let site = scene.site("moved")
            for _ in 0..<3 {
                try await site.last()
                scene.advance(86_400)
            }
            let (old, new) = ("/web/moved/feed.xml", "/web/harbor/feed.xml")
            #expect(scene.paths == [old, new, old, new, new])
            #expect(try site.feed.description.currentPage(in: scene.environment())?.path() == new)
        }
    }

    @Test("A web feed that moves to another feed's address isn't assumed to have received that feed's items")
    func sharedAddress() async throws {
        try await Scene.run { scene in
            let (moved, harbor) = (scene.site("moved"), scene.site("harbor"))
            for _ in 0..<2 {
                try await moved.last()
                scene.advance(86_400)
            }
            for _ in 0..<3 {
                let received = try await harbor.last()
                scene.control.resetLog()
                let state = try await moved.last()
                #expect(state.freshness == .fresh && state.ids.first == received.ids.first)
                #expect(scene.paths == ["/web/harbor/feed.xml"])
                // The other feed's wait isn't this one's, but this one has its own.
                #expect(try await moved.last().deferral?.rule == .spacing && scene.paths.count == 1)
                scene.advance(43_200)
            }
        }
    }

    @Test(
        "A web feed names its address and advises the reader if another document is there",
        arguments: [
            (Fault.emptyBody, "The feed is empty. Try again later", FeedError.Remedy.tryLater),
            (.notJSON, "isn't a feed and doesn't link to one. Check the address in a browser", .changeRequest),
            (.wrongJSON, "(JSON without a JSON Feed version). Check the address in a browser", .changeRequest),
        ])
    func otherDocument(_ fault: Fault, _ words: String, _ remedy: FeedError.Remedy) async throws {
        try await Scene.run { scene in
            scene.control.fail("/web/harbor", with: fault)
            let error = try #require(try await scene.site("harbor").last().freshness.error)
            #expect(error.message.hasPrefix("\(scene.sample.webURL)/harbor/feed.xml"))
            #expect(error.message.hasSuffix(words) && error.remedy == remedy)
        }
    }

    @Test("A web feed is rejected if the address isn't a feed and links to none, and nothing is stored")
    func noFeed() async throws {
        try await Scene.run { scene in
            let resolution = scene.environment().resolve("\(scene.sample.webURL)/plain/")
            let error = await #expect(throws: FeedError.self) { _ = try await resolution.value }
            #expect(error?.message.hasSuffix("or try it with /feed, /rss, /atom.xml or /index.xml at its end") == true)
            let (feeds, followed) = (try scene.store.feeds(), try scene.store.followed())
            #expect(feeds.isEmpty && followed.isEmpty)
        }
    }

    @Test("A web feed is the feed that is already followed, under any of its addresses")
    func sameFeed() async throws {
        try await Scene.run { scene in
            let (page, file) = (scene.site("harbor", ""), scene.site("harbor"))
            for (known, other) in [(page, file), (file, page)] {
                try await known.last()
                try scene.environment().follow(known.feed)
                #expect(try await scene.resolved(other) == known.feed)
                try scene.environment().unfollow(known.feed)
            }
        }
    }

    @Test("A web feed is the feed that was shown before, under any of its addresses")
    func sameShownFeed() async throws {
        try await Scene.run { scene in
            let page = scene.site("harbor", "")
            try await page.last()
            #expect(try await scene.resolved(scene.site("harbor")) == page.feed)
        }
    }

    @Test("A web feed is the followed feed if the same feed was shown under another address")
    func followedFirst() async throws {
        try await Scene.run { scene in
            let (page, file) = (scene.site("harbor", ""), scene.site("harbor"))
            try await page.last()
            try await file.last()
            try scene.environment().follow(file.feed)
            #expect(try await scene.resolved(page) == file.feed)
        }
    }

    @Test("A web feed is unfollowed by any of its addresses")
    func unfollowed() async throws {
        try await Scene.run { scene in
            let (page, file) = (scene.site("harbor", ""), scene.site("harbor"))
            try await page.last()
            try await file.last()
            let environment = scene.environment()
            try environment.follow(file.feed)
            #expect(try environment.unfollow(page.feed) != nil)
            #expect(try environment.followed().isEmpty)
            #expect(try environment.unfollow(page.feed) == nil)
        }
    }

    @Test("A web feed is known by the address of the page that led to it, though that page isn't stored")
    func namedByPage() async throws {
        try await Scene.run { scene in
            let (page, file) = (scene.site("harbor", ""), scene.site("harbor"))
            #expect(try await scene.resolved(page) == file.feed)
            let environment = scene.environment()
            try environment.follow(file.feed)
            #expect(try page.feed.description.shown(in: environment) == file.feed)
            let address = page.feed.path[1], key = file.key.rawValue
            #expect(try environment.rule("mute in:\(address)").text == "mute in:\(key)")
            let found = try environment.search(environment.query("in:\(address)"), order: .date, limit: 100)
            #expect(found.total == 20 && found.hits.allSatisfy { $0.item.feed == file.feed })
            #expect(try environment.unfollow(page.feed) != nil)
            #expect(try environment.followed().isEmpty)
        }
    }

    @Test(
        "A web feed is found by the beginning of its address", arguments: ["", "/web", "/web/harbor", "/web/harbor/"])
    func beginning(path: String) async throws {
        try await Scene.run { scene in
            try await scene.site("harbor").last()
            try await scene.site("harbor", "atom.xml").last()
            let environment = scene.environment()
            let origin = "http://127.0.0.1:\(scene.sample.port)"
            func total(_ path: String) throws -> Int {
                try environment.search(environment.query("in:" + origin + path), order: .date, limit: 1).total
            }
            #expect(try total(path) == 40)
            #expect(try total("/web/har") == 0 && total("/web/harbor/feed.xml") == 20)
            let test = try environment.test(environment.rule("mute in:" + origin + path))
            #expect(test.matched == 40)
        }
    }

    @Test("A web feed is never fetched from this computer because of a page or redirect of another origin")
    func privateAddress() async throws {
        try await Scene.run { scene in
            let feed = "http://localhost:\(scene.sample.port)/web/harbor/feed.xml"
            let page = "<html><head><link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(feed)\">"
            for fault in [Fault.status(200, headers: ["Content-Type": "text/html"], body: page), .redirect(to: feed)] {
                scene.control.fail("/web/twins", with: fault)
                let state = try await scene.site("twins", "").last()
                #expect(state.freshness.error?.kind == "refusedAddress" && state.items.isEmpty)
                let resolution = scene.environment().resolve("\(scene.sample.webURL)/twins/")
                await #expect(throws: (any Error).self) { _ = try await resolution.value }
                scene.advance(86_400)
            }
            #expect(!scene.paths.contains("/web/harbor/feed.xml"))
            let followed = try scene.store.followed()
            #expect(followed.isEmpty)
        }
    }

    @Test("A web feed on this computer is fetched only if it is followed, where a link may have led to it")
    func linkedAddress() async throws {
        try await Scene.run { scene in
            var environment = scene.environment()
            environment.trustsUnfollowed = false
            let site = Subject(SiteFeed(scene.sample.webURL.appending(path: "harbor/feed.xml"))!, environment)
            #expect(try await site.last().freshness.error?.kind == "refusedAddress" && scene.paths.isEmpty)
            // By a form or a command.
            guard case .feed(let feed) = try await environment.resolve(site.feed.path[1]).value else {
                Issue.record("found no feed")
                return
            }
            try environment.follow(feed)
            scene.advance(86_400)
            #expect(try await site.last().freshness == .fresh)
        }
    }

    @Test("A web feed on this computer is refused if a reader chose it among the links of another origin's page")
    func privateCandidate() async throws {
        try await Scene.run { scene in
            let page = "\(scene.sample.webURL)/twins/",
                feed = "http://localhost:\(scene.sample.port)/web/harbor/feed.xml"
            let links = [feed, feed + "?other"].map {
                "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\($0)\">"
            }
            scene.control.fail(
                "/web/twins",
                with: .status(200, headers: ["Content-Type": "text/html"], body: "<html>" + links.joined()))
            guard case .candidates(let candidates) = try await scene.environment().resolve(page).value else {
                Issue.record("found no candidates")
                return
            }
            #expect(candidates.map(\.url) == [feed, feed + "?other"])
            #expect(try await scene.candidates(at: page).map(\.problem) == [.unreachable, .unreachable])
            await #expect(throws: HTTPError.self) {
                _ = try await scene.environment().resolve(feed, namedBy: page).value
            }
            #expect(!scene.paths.contains("/web/harbor/feed.xml"))
            // The same address as a person gives it.
            guard case .feed = try await scene.environment().resolve(feed).value else {
                Issue.record("found no feed")
                return
            }
        }
    }

    @Test("A web feed that a page names has that page's rights at later refreshes, too")
    func namedLater() async throws {
        try await Scene.run { scene in
            let page = "\(scene.sample.webURL)/harbor/", address = "\(scene.sample.webURL)/harbor/feed.xml"
            guard case .feed(let feed) = try await scene.environment().resolve(address, namedBy: page).value else {
                Issue.record("found no feed")
                return
            }
            func extra() throws -> String {
                let snapshot = try scene.store.snapshot(of: feed.key, order: .newest, limit: 0)
                return String(decoding: snapshot.extra ?? Data(), as: UTF8.self).replacing("\\/", with: "/")
            }
            #expect(try extra().contains(page))
            let elsewhere = Data(#"{"namedBy":"https://site.example/"}"#.utf8)
            try scene.store.commit(
                [
                    FeedUpdate(
                        feed: feed.key, scope: feed.description.scope, items: [], mode: .merge, fetchedAt: scene.now,
                        extra: elsewhere)
                ], ledger: [], quotas: [])
            scene.advance(86_400)
            #expect(try await scene.site("harbor").last().freshness.error?.kind == "refusedAddress")
            #expect(try extra().contains("https://site.example/"))
        }
    }

    @Test("A web feed may redirect to a host that only a proxy knows if a reader gave its address, not a link")
    func unknownNetwork() async throws {
        try await Scene.run { scene in
            let recording = RecordingTransport(scene.client)
            var environment = scene.environment()
            environment.transport = recording
            func reaches(_ file: String) async throws -> [Bool] {
                let site = scene.sample.webURL.appending(path: file)
                try await Subject(try #require(SiteFeed(site)), environment).last()
                scene.advance(86_400)
                return recording.take()
            }
            let given = try await reaches("harbor/feed.xml")
            #expect(given == [true])
            // The page, the feed that it names, and that feed later.
            #expect(try await reaches("harbor/") == [true, false])
            #expect(try await reaches("harbor/") == [false])
            // The address that the feed has moved to, for the third time there alone.
            for _ in 0..<3 { #expect(try await reaches("moved/feed.xml") == [true]) }
            // A link led to it.
            environment.trustsUnfollowed = false
            #expect(try await reaches("twins/feed.xml") == [false])
        }
    }

    @Test("A web feed with items of the future sorts them by first sight, and doesn't write them again")
    func future() async throws {
        try await Scene.run { scene in
            let item = "<item><guid>1</guid><title>a</title><pubDate>Mon, 01 Jan 2090 00:00:00 GMT</pubDate></item>"
            let body = "<rss version=\"2.0\"><channel><title>T</title>\(item)</channel></rss>"
            scene.control.fail(
                "/web/harbor", with: .status(200, headers: ["Content-Type": "application/rss+xml"], body: body))
            let site = scene.site("harbor"), key = site.feed.key
            let firstSeen = scene.now
            for _ in 0..<3 {
                try await site.last()
                let stored = try scene.store.snapshot(of: key, order: .newest, limit: nil).items
                #expect(stored.map(\.date) == [firstSeen])
                scene.advance(7200)
            }
        }
    }

    @Test("A web feed can have a file of any length", arguments: [0, 29, 89, 90, Int.max, Int.min])
    func duration(seconds: Int) throws {
        struct Stored: Encodable { let item: WebFeedItem }
        var item = WebFeedItem(id: "1")
        item.enclosures = [.init(url: URL(string: "https://site.example/a")!, type: "audio/mpeg", duration: seconds)]
        let entry = try SiteItem(payload: try JSONEncoder().encode(Stored(item: item))).entry
        let expected = [0: "0 s", 29: "29 s", 89: "1 min", 90: "2 min", Int.max: "153722867280912930 min"]
        #expect(entry.facts.contains { $0.text == "audio, " + (expected[seconds] ?? "\(seconds) s") })
    }

    @Test("A web feed without a title has the first words of its text, and a doubly encoded title is decoded")
    func headline() throws {
        struct Stored: Encodable { let item: WebFeedItem }
        let words = Array(repeating: "harbour", count: 20)
        var (long, short, encoded) = (WebFeedItem(id: "1"), WebFeedItem(id: "2"), WebFeedItem(id: "3"))
        long.content = "<p>\(words.joined(separator: " "))</p>"
        short.content = "<p>Short</p>"
        encoded.title = "Tides &amp; Lights"
        let expected = [
            (long, words.prefix(11).joined(separator: " ") + "…"), (short, "Short"), (encoded, "Tides & Lights"),
        ]
        for (item, title) in expected {
            let entry = try SiteItem(payload: try JSONEncoder().encode(Stored(item: item))).entry
            #expect(entry.plainTitle == title)
        }
    }

    @Test("A web feed is chosen among a site's candidates, which have their own titles, formats and items")
    func candidates() async throws {
        try await Scene.run { scene in
            // The newest item isn't as new as the refresh.
            scene.advance(1)
            let page = "\(scene.sample.webURL)/twins/"
            let candidates = try await scene.candidates(at: page)
            #expect(candidates.map(\.url.suffix8) == ["feed.xml", "atom.xml"])
            #expect(candidates.map(\.format) == [.rss, .atom])
            let requests = scene.paths
            for candidate in candidates {
                let feed = try #require(try await scene.feed(at: candidate.url, namedBy: page))
                let stored = try scene.store.snapshot(of: feed.key, order: .newest, limit: nil)
                #expect(candidate.title == stored.title && candidate.items == stored.items.count)
                #expect(candidate.items != 0 && candidate.newest == stored.items.compactMap(\.date).max())
            }
            #expect(scene.paths == requests, "what is chosen was fetched already")
        }
    }

    @Test("A web feed with comments is offered after others, and an unreadable one last with the reason")
    func unreadableCandidates() async throws {
        try await Scene.run { scene in
            let files = [
                ("comments/feed.xml", "Everything"), ("harbor/feed.xml?2", "Comments on everything"),
                ("harbor/nothing.xml", "Gone"), ("harbor/locked.xml", "Locked"), ("harbor/down.xml", "Down"),
                ("harbor/feed.xml", "Posts"),
            ]
            let links = files.map { file, title in
                "<link rel=alternate type='application/rss+xml' title='\(title)' href='/web/\(file)'>"
            }
            scene.control.fail(
                "/web/twins",
                with: .status(200, headers: ["Content-Type": "text/html"], body: "<html>" + links.joined()))
            for (file, status) in [("nothing", 404), ("locked", 401), ("down", 500)] {
                scene.control.fail("/web/harbor/\(file).xml", with: .status(status))
            }
            let candidates = try await scene.candidates(at: "\(scene.sample.webURL)/twins/")
            #expect(
                candidates.map { URL(string: $0.url)?.lastPathComponent } == [
                    "locked.xml", "down.xml", "feed.xml", "feed.xml", "feed.xml", "nothing.xml",
                ])
            #expect(candidates.map(\.problem) == [.needsPassword, .unreachable, nil, nil, nil, .noFeed])
            #expect(candidates.last?.facts == ["RSS", "no feed"] && candidates.last?.title == "Gone")
        }
    }

    @Test("A web feed is fetched only if it is among the first eight that a page names")
    func manyCandidates() async throws {
        try await Scene.run { scene in
            let links = (1...12).map {
                "<link rel=alternate type='application/atom+xml' href='/web/site\($0)/atom.xml'>"
            }
            scene.control.fail(
                "/web/twins",
                with: .status(200, headers: ["Content-Type": "text/html"], body: "<html>" + links.joined()))
            let candidates = try await scene.candidates(at: "\(scene.sample.webURL)/twins/")
            #expect(candidates.map { $0.items != nil } == (1...12).map { $0 <= 8 })
            #expect(candidates.allSatisfy { $0.format == .atom && $0.problem == nil })
            #expect(scene.paths.count == 9)
        }
    }
}

extension String {
    fileprivate var suffix8: String { String(suffix(8)) }
}

extension Scene {
    /// A feed of a sample site.
    func site(_ name: String, _ file: String = "feed.xml") -> Subject {
        Subject(SiteFeed(sample.webURL.appending(path: "\(name)/\(file)"))!, environment())
    }

    /// The feed to which an address resolves; nil for several feeds.
    func resolved(_ site: Subject) async throws -> Feed? {
        guard case .feed(let feed) = try await environment().resolve(site.feed.path[1]).value else { return nil }
        return feed
    }

    func feed(at address: String, namedBy page: String) async throws -> Feed? {
        guard case .feed(let feed) = try await environment().resolve(address, namedBy: page).value else { return nil }
        return feed
    }

    /// The feeds at an address, as they are offered.
    func candidates(at page: String) async throws -> [FeedCandidate] {
        let environment = environment()
        let found = environment.readingCandidates(of: environment.resolve(page), at: page)
        guard case .candidates(let candidates) = try await found.value else { return [] }
        return candidates
    }

    var paths: [String] { control.requests.map(\.path) }
}

/// Notes the right of each request to reach unknown networks.
private final class RecordingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let noted = Mutex<[Bool]>([])

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        noted.withLock { $0.append(purpose.bounds.reachesUnknownNetworks) }
        return transport.response(for: request, purpose: purpose)
    }

    func take() -> [Bool] {
        noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }
}

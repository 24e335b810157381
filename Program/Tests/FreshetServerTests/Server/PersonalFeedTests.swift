import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Search
import Testing
import WebFeeds
import WebText

@testable import FreshetServer

@Suite("A list of an account as a feed") struct PersonalFeedTests {
    private static let name = "A <b> & \"c\""
    private static let folder = "Näws/Tech & more"

    /// A server whose account follows a web feed in a folder, with a secret.
    private func run(
        _ configure: (inout ServerOptions) -> Void = { _ in },
        _ body: (RunningServer, Feed, _ base: String) async throws -> Void
    ) async throws {
        try await RunningServer.run(configure) { server in
            let feed = try await Self.follow("harbor-notes", in: server.scene.environment, server)
            let secret = try server.scene.environment.store.addFeedSecret(.make(), at: server.scene.environment.now())
            try await body(server, feed, "/feeds/\(secret.secret.text)/")
        }
    }

    private static func follow(_ name: String, in environment: FeedEnvironment, _ server: RunningServer) async throws
        -> Feed
    {
        let address = server.scene.sample.baseURL.appending(path: "web/\(name)/feed.xml")
        let feed = try #require(environment.catalog.feed(pasted: address.absoluteString))
        try environment.follow(feed, FollowSettings(name: Self.name, folder: Self.folder))
        _ = try await server.scene.state(feed)
        return feed
    }

    /// The feed as a web feed is read, with its address and without defects.
    private func parsed(_ path: String, _ server: RunningServer, _ headers: [String: String] = [:]) async throws
        -> WebFeed
    {
        let reply = await server.ask(path, "GET", headers)
        #expect(reply.status == 200, "\(path)")
        #expect(reply.headers["cache-control"] == "private, no-cache")
        #expect(reply.headers["referrer-policy"] == "no-referrer")
        let feed = try WebFeed(parsing: reply.body)
        #expect(feed.repairs == 0 && feed.skipped == 0, "\(path)")
        return feed
    }

    private func titles(_ selection: ItemSelection, _ environment: FeedEnvironment) throws -> [String] {
        try environment.items(selection, limit: 50).items.map { SafeText($0.shown.entry.plainTitle).text }
    }

    @Test("A personal feed has the items of the list, by arrival, in Atom and JSON Feed")
    func lists() async throws {
        try await run { server, feed, base in
            let environment = server.scene.environment
            let items = try environment.store.items(ItemSelection(.feed(feed.key)), limit: nil).items
            try environment.store.mark([items[0].key], as: .read, at: environment.now())
            for (key, seconds) in [(items[3].key, 0.0), (items[1].key, 60), (items[5].key, 30)] {
                try environment.store.mark([key], as: .saved, at: environment.now().addingTimeInterval(seconds))
            }
            let folder = "folder/" + Self.folder.percentEncoded
            let lists: [(path: String, query: String, ItemSelection)] = [
                ("unread", "", ItemSelection(.followed, isUnread: true, order: .arrival)),
                ("saved", "", ItemSelection(isSaved: true)),
                (folder, "", ItemSelection(.folder(Self.folder), order: .arrival)),
                ("folder/N%C3%A4ws", "?limit=3", ItemSelection(.folder(Self.folder), order: .arrival)),
                ("search", "?q=is:saved", ItemSelection(isSaved: true, order: .arrival)),
            ]
            for (path, query, selection) in lists {
                let expected = try titles(selection, environment)
                try #require(expected.count > 2)
                var ids: [[String]] = []
                for format in [".atom", ".json"] {
                    let list = try await parsed(base + path + format + query, server)
                    let shown = list.items.map { $0.title ?? "" }
                    if path == "search" {
                        #expect(Set(shown) == Set(expected))
                    } else {
                        #expect(shown == (query.isEmpty ? expected : Array(expected.prefix(3))), "\(path)")
                    }
                    #expect(list.format == (format == ".atom" ? .atom : .jsonFeed))
                    #expect(
                        list.feedURL?.absoluteString == "http://127.0.0.1:\(server.port)\(base)\(path)\(format)\(query)"
                    )
                    #expect(list.items.allSatisfy { $0.url?.absoluteString.contains("/web/harbor-notes/") == true })
                    #expect(list.items.allSatisfy { ($0.content ?? $0.summary) != nil && $0.updated != nil })
                    ids.append(list.items.map(\.id))
                }
                #expect(ids[0] == ids[1] && Set(ids[0]).count == ids[0].count)
            }
            let saved = try await parsed(base + "saved.atom", server).items
            let offsets = saved.map { $0.updated?.timeIntervalSince(environment.now()) }
            #expect(offsets == [60, 30, 0])
            let all = try await parsed(base + folder + ".atom", server).items
            #expect(Set(all.map(\.id)).isSuperset(of: saved.map(\.id)))
            let first = try #require(try environment.items(ItemSelection(.folder(Self.folder)), limit: 1).items.first)
            #expect(all.allSatisfy { $0.updated == first.shown.firstSeenAt })
        }
    }

    @Test("A personal feed has one entry for a story, with its first item's id and links to the others")
    func stories() async throws {
        try await run { server, feed, base in
            let environment = server.scene.environment
            let items = try environment.items(ItemSelection(.feed(feed.key), order: .arrival), limit: nil).items
            let ids = try await parsed(base + "unread.atom", server).items.map(\.id)
            let voices = [items[0], items[2]]
            _ = try #require(try environment.join(voices.map(\.key)))
            for path in ["unread.atom", "unread.json", "search.atom?q=is:unread"] {
                let list = try await parsed(base + path, server)
                // The item that arrived first is the last one of the list.
                #expect(Set(list.items.map(\.id)) == Set(ids).subtracting([ids[0]]), "\(path)")
                let reply = await server.ask(base + path)
                #expect(reply.text.components(separatedBy: "Also told by").count == 2)
                #expect(reply.text.contains("rel=\"related\"") == path.contains("atom"))
                #expect(reply.text.contains("_voices") == path.contains("json"))
            }
        }
    }

    @Test(
        "A personal feed has the newest of several hundred items that arrived together",
        arguments: ["unread", "folder/News"])
    func newest(list: String) async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment, store = environment.store
            server.control.fail(".", with: .status(503))
            let top = try #require(environment.catalog.feed(FeedKey("news/top")))
            try environment.follow(top, FollowSettings(folder: "News"))
            func stories(_ numbers: ClosedRange<Int>) throws {
                let items = numbers.map { number in
                    let json = """
                        {"id":\(number),"type":"story","title":"Story \(number)","url":"https://example.org/\(number)",\
                        "date":\(1_790_000_000 - number),"score":12,"comments":3,"author":"ann"}
                        """
                    return FeedUpdate.Item(
                        id: "\(number)", date: Date(timeIntervalSince1970: Double(1_790_000_000 - number)),
                        payload: Data(json.utf8))
                }
                try store.commit(
                    [FeedUpdate(feed: top.key, items: items, mode: .merge, fetchedAt: environment.now())],
                    ledger: [], quotas: [])
            }
            // The first refresh leaves only a few items unread.
            try stories(9_999...9_999)
            try stories(1...400)
            let secret = try store.addFeedSecret(.make(), at: environment.now()).secret.text
            let feed = try WebFeed(parsing: await server.ask("/feeds/\(secret)/\(list).atom?limit=20").body)
            #expect(feed.items.map { $0.title ?? "" } == (1...20).map { "Story \($0)" })
        }
    }

    @Test("A personal feed names the feed that an item is from, escaped")
    func sources() async throws {
        try await run { server, feed, base in
            let root = try XMLTree.read(await server.ask(base + "unread.atom").text)
            let entries = root["entry"]
            #expect(entries.count > 4 && root.text("title") == "Freshet: Unread")
            for entry in entries {
                let source = try #require(entry["source"].first)
                #expect(source.text("title") == Self.name && source.text("id").hasPrefix("urn:uuid:"))
                #expect(source["link"].first?.attributes["href"]?.hasSuffix("/web/harbor-notes/") == true)
            }
            let own = try XMLTree.read(await server.ask(feed.address + ".atom").text)
            #expect(own["entry"].map { $0.text("id") }.contains(entries[0].text("id")))
            #expect(entries[0]["source"].first?.text("id") == own.text("id"))
            let items = try #require(await server.ask(base + "unread.json").json["items"] as? [[String: Any]])
            #expect((items[0]["_source"] as? [String: Any])?["title"] as? String == Self.name)
            let searched = try XMLTree.read(await server.ask(base + "search.atom?q=%3Cx%3E+%26+%22y%22").text)
            #expect(searched.text("title") == "Freshet: <x> & \"y\" · Search" && searched["entry"].isEmpty)
            #expect(try Date(searched.text("updated"), strategy: .iso8601) == server.scene.environment.now())
        }
    }

    @Test("A personal feed is answered with 304 until it changes, and without a body for HEAD")
    func unchanged() async throws {
        try await run { server, feed, base in
            for path in ["unread.atom", "saved.json", "folder/N%C3%A4ws.json", "search.atom?q=is:unread"] {
                let reply = await server.ask(base + path)
                let tag = try #require(reply.headers["etag"])
                #expect(await server.ask(base + path, "GET", ["If-None-Match": tag]).status == 304, "\(path)")
                let head = await server.ask(base + path, "HEAD")
                #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == tag)
                #expect(head.headers["content-length"] == String(reply.body.count))
            }
            let gzipped = await server.ask(base + "unread.atom", "GET", ["Accept-Encoding": "gzip"])
            #expect(gzipped.headers["content-encoding"] == "gzip")
            let tag = try #require(gzipped.headers["etag"])
            let first = try server.scene.environment.items(ItemSelection(.feed(feed.key)), limit: 1).items[0]
            try server.scene.environment.mark([first.key], as: .read)
            #expect(await server.ask(base + "unread.atom", "GET", ["If-None-Match": tag]).status == 200)
        }
    }

    @Test("A personal feed has no muted items, nor those of a feed that has the list itself")
    func leftOut() async throws {
        try await run { server, feed, base in
            let environment = server.scene.environment
            let paths = ["unread.atom", "folder/N%C3%A4ws.atom", "search.atom?q=is:unread"]
            let title = try titles(ItemSelection(.followed, isUnread: true), environment)[0]
            for path in paths {
                let shown = try await parsed(base + path, server).items
                #expect(shown.contains { $0.title == title }, "\(path)")
            }
            let word = try #require(title.components(separatedBy: " ").max { $0.count < $1.count })
            try environment.store.addRules([Rule(parsing: "mute title:\(word)")], at: environment.now())
            for path in paths {
                let shown = try await parsed(base + path, server).items
                #expect(!shown.isEmpty && !shown.contains { $0.title == title }, "\(path)")
            }
            let before = try await parsed(base + "unread.atom", server).items.map(\.id)
            let own = try #require(
                environment.catalog.feed(pasted: "http://127.0.0.1:\(server.port)\(base)folder/N%C3%A4ws.atom"))
            try environment.follow(own)
            let state = try await server.scene.state(own)
            #expect(!state.items.isEmpty)
            #expect(try environment.unreadCounts().total > before.count)
            let after = try await parsed(base + "unread.atom", server).items.map(\.id)
            #expect(after == before)
        }
    }

    @Test("A personal feed has no other address, and wrong parameters are explained without the secret")
    func refused() async throws {
        try await run { server, _, base in
            let secret = base.split(separator: "/")[1]
            for path in ["folder/Nowhere.atom", "folder/N.json"] {
                let reply = await server.ask(base + path)
                #expect(reply.status == 404 && (reply.json["detail"] as? String)?.contains("No followed feed") == true)
            }
            for path in ["", "unread", "muted.atom", "folder.atom", "unread/x.atom", "folder/a/b.atom"] {
                let reply = await server.ask(base + path)
                #expect(reply.status == 404 && !reply.text.contains(secret), "\(path)")
            }
            let wrong = [
                "unread.atom?q=a": "no parameter “q”", "unread.atom?limit=0": "from 1 to 1000",
                "search.atom?q=points:x": "points:&gt;300", "search.json?q=a&sort=x": "?sort=arrival",
            ]
            for (path, reason) in wrong {
                let reply = await server.ask(base + path)
                #expect(reply.status == 400 && reply.headers["content-type"] == "application/problem+json")
                let detail = (reply.json["detail"] as? String ?? "").replacing(">", with: "&gt;")
                #expect(detail.contains(reason) && !reply.text.contains(secret), "\(detail)")
            }
            for query in ["q=points:x", "q=" + String(repeating: "a", count: 501), "q=in:%2F%2F&limit=x", "q="] {
                let own = await server.ask(base + "search.atom?" + query)
                let search = await server.ask("/api/search?" + query)
                #expect(own.status == search.status, "\(query)")
                #expect(own.json["detail"] as? String == search.json["detail"] as? String)
            }
            let method = await server.post(base + "unread.atom", "a=b")
            #expect(method.status == 405 && method.headers["allow"] == "GET, HEAD" && !method.text.contains(secret))
            let site = await server.ask(base + "unread.atom", "GET", ["Sec-Fetch-Site": "cross-site"])
            #expect(site.status == 403 && !site.text.contains(secret))
        }
    }

    @Test("A personal feed has its secret in no log")
    func logged() throws {
        for path in ["/feeds/5ec2e7/unread.atom", "/%66eeds/5ec2e7/a", "/websub/5ec2e7", "/feeds/5ec2e7"] {
            #expect(try #require(Target(path)).shownPath.contains("5ec2e7") == false)
        }
        #expect(Target("/github/octo-sample/harbor.atom?a=b")?.shownPath == "/github/octo-sample/harbor.atom")
    }

    @Test("A personal feed's secret opens it where the server has a token, and opens nothing else")
    func token() async throws {
        try await run({ $0.token = "correct-horse-battery-staple" }) { server, _, base in
            let items = try await parsed(base + "unread.atom", server).items
            #expect(items.count > 4)
            let secret = String(base.split(separator: "/")[1])
            #expect(await server.ask("/unread").status == 303)
            #expect(await server.ask("/api/unread", "GET", ["Authorization": "Bearer " + secret]).status == 401)
            #expect(await server.ask("/v1/me", "GET", ["X-Auth-Token": secret]).status == 401)
        }
    }

    @Test("A personal feed is found with its secret alone, even after many wrong ones from a network")
    func guessing() async throws {
        try await run({ $0.token = "correct-horse-battery-staple" }) { server, _, base in
            func wrong(_ secret: String = Secret.make().text) async -> Reply {
                await server.ask("/feeds/\(secret)/unread.atom")
            }
            let replies = [await wrong(), await wrong("x"), await wrong(base.split(separator: "/")[1].uppercased())]
            #expect(replies.allSatisfy { $0.status == 404 && $0.body == replies[0].body })
            #expect(replies.allSatisfy { $0.headers["set-cookie"] == nil && $0.headers["www-authenticate"] == nil })
            var last = 0
            for _ in 0..<30 where last != 429 { last = await wrong().status }
            #expect(last == 429)
            #expect(await server.ask(base + "unread.atom").status == 200)
            // Nobody is kept from signing in by a program that has an old address.
            #expect(await server.post("/login", "token=correct-horse-battery-staple").status == 303)
            #expect(await server.ask("/api/unread", "GET", ["Authorization": "Bearer wrong"]).status == 401)
        }
    }

    @Test("A personal feed has addresses on the account's page, which are made and renewed there")
    func page() async throws {
        try await RunningServer.run { server in
            _ = try await Self.follow("harbor-notes", in: server.scene.environment, server)
            func paths() async throws -> [String] {
                let page = await server.ask("/account").text
                return page.matches(of: /href="http:\/\/127\.0\.0\.1:\d+(\/feeds\/[^"]+)"/).map { String($0.1) }
            }
            let before = await server.ask("/account").text
            #expect(before.contains("Make an address") && !before.contains("/feeds/"))
            #expect(!(await server.ask("/unread").text.contains("/feeds/")))
            let made = await server.post("/account", "change=make-feed-address")
            #expect(made.text.contains("Made the addresses of your feeds."))
            let asked = await server.post("/account?ask=1", "change=renew-feed-address")
            #expect(asked.text.contains("stop working immediately"))
            let first = try await paths()
            #expect(
                first.map { $0.split(separator: "/").last } == [
                    "unread.atom", "unread.json", "saved.atom", "saved.json",
                ])
            try #require(!first.isEmpty)
            for path in first { #expect(await server.ask(path).status == 200, "\(path)") }
            _ = await server.post("/account", "change=make-feed-address")
            #expect(try await paths() == first)
            let base = first[0].dropLast("unread.atom".count)
            for (page, path) in [
                ("/unread", "unread.atom"), ("/saved", "saved.atom"), ("/search?q=a+%26b", "search.atom?q=a%20%26b"),
                ("/unread?folder=N%C3%A4ws", "folder/N%C3%A4ws.atom"),
            ] {
                #expect(await server.ask(page).text.contains("href=\"\(base)\(path)\""), "\(page)")
                #expect(await server.ask(String(base) + path).status == 200, "\(path)")
            }
            for page in ["/unread?q=a", "/muted", "/search"] {
                #expect(!(await server.ask(page).text.contains("/feeds/")), "\(page)")
            }
            let renewed = await server.post("/account", "change=renew-feed-address")
            #expect(renewed.text.contains("The former ones no longer work."))
            for path in first { #expect(await server.ask(path).status == 404, "\(path)") }
            let second = try await paths()
            try #require(!second.isEmpty)
            #expect(Set(second).isDisjoint(with: first))
            for path in second { #expect(await server.ask(path).status == 200, "\(path)") }
        }
    }

    @Test("A personal feed has the public address, where the server has one")
    func publicAddress() async throws {
        try await run({ $0.beReachable(at: "https://feeds.example.org") }) { server, _, base in
            let feed = try await parsed(base + "unread.atom", server, ["Host": "feeds.example.org"])
            #expect(feed.feedURL?.absoluteString == "https://feeds.example.org\(base)unread.atom")
            #expect(feed.homePage?.absoluteString == "https://feeds.example.org/unread")
            let page = await server.ask("/account").text
            #expect(page.contains("<code>https://feeds.example.org\(base)folder/NAME.atom</code>"))
        }
    }

    @Test("A personal feed belongs to its account alone, and ends with the account")
    func accounts() async throws {
        try await SharedServer.run { shared in
            let (anna, otto) = (try shared.environment("anna"), try shared.environment("otto"))
            _ = try await Self.follow("anna-notes", in: anna, shared.server)
            _ = try await Self.follow("otto-notes", in: otto, shared.server)
            let secrets = try [anna, otto].map { try $0.store.addFeedSecret(.make(), at: anna.now()).secret.text }
            for (name, secret) in zip(["anna", "otto"], secrets) {
                for list in ["unread", "folder/N%C3%A4ws"] {
                    let items = try await parsed("/feeds/\(secret)/\(list).atom", shared.server).items
                    #expect(items.count > 4)
                    #expect(items.allSatisfy { $0.url?.absoluteString.contains("/\(name)-notes/") == true })
                }
            }
            let cookie = try await shared.signIn("otto")
            let page = await shared.server.ask("/account", "GET", ["Cookie": cookie]).text
            #expect(page.contains(secrets[1]) && !page.contains(secrets[0]))
            let password = try otto.store.issueAppPassword(named: "Phone", at: otto.now()).text
            let renewal = await shared.server.ask(
                "/account", "POST",
                ["Authorization": "Bearer " + password, "Content-Type": "application/x-www-form-urlencoded"],
                body: "change=renew-feed-address")
            #expect(renewal.status == 403)
            for format in ["json", "opml"] {
                let export = await shared.server.ask("/export.\(format)", "GET", ["Cookie": cookie])
                #expect(export.status == 200 && !export.text.contains(secrets[1]))
            }
            try otto.store.removeAccount(anna.store.account)
            #expect(await shared.server.ask("/feeds/\(secrets[0])/unread.atom").status == 404)
            #expect(await shared.server.ask("/feeds/\(secrets[1])/unread.atom").status == 200)
        }
    }
}

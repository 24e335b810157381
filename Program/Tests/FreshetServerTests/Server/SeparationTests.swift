import FeedStore
import Feeds
import Foundation
import HTTPTypes
import SampleUpstreams
import Search
import Testing
import WebText

@testable import FreshetServer

/// What one account has, in words that nobody else has.
private struct OwnWords {
    let name: String
    let feed: Feed
    /// Its follow's name, folder, rule, destination, error, app password, browser and label.
    var words: [String] {
        ["Follow", "Folder", "rule", "destination", "Error", "Phone", "Lynx", "Label"].map { $0 + name }
    }
    /// Titles of its saved items.
    var titles: [String] = []
    /// Titles of all its items, some of which the other account's feed has, too.
    var allTitles: Set<String> = []

    var all: [String] { words + titles }
}

@Suite("Accounts of one server") struct SeparationTests {
    /// Gives an account follows, marks, rules, destinations, errors and what it signs in with.
    private func fill(
        _ name: String, _ shared: SharedServer, without others: Set<String> = []
    ) async throws -> OwnWords {
        let environment = try shared.environment(name)
        let (store, now) = (environment.store, environment.now())
        // A feed that no menu offers, so that nobody else sees its items.
        let address = shared.server.scene.sample.baseURL.appending(path: "web/\(name)-notes/feed.xml")
        let feed = try #require(environment.catalog.feed(pasted: address.absoluteString))
        var own = OwnWords(name: name, feed: feed)
        try environment.follow(feed, FollowSettings(name: own.words[0], folder: own.words[1]))
        _ = try await shared.server.scene.state(feed)
        let items = try store.items(ItemSelection(.feed(feed.key)), limit: nil).items
        let shown = try items.compactMap { item -> (ItemKey, String)? in
            let title = try environment.item(item.id, of: feed)?.shown.entry.plainTitle ?? ""
            own.allTitles.insert(title)
            return title.count > 8 && title.allSatisfy { $0.isLetter || $0.isNumber || " ,.-".contains($0) }
                ? (item.key, title) : nil
        }
        let saved = shown.filter { !others.contains($0.1) }.prefix(3)
        own.titles = saved.map(\.1)
        try store.mark(saved.map(\.0), as: .saved, at: now)
        try store.changeLabels(of: saved.map(\.0), adding: [own.words[7]], at: now)
        try store.addRules([Rule(parsing: "mute title:\(own.words[2])")], at: now)
        _ = try environment.add(
            Destination(.webhook, target: "https://\(own.words[3]).invalid/"), named: own.words[3])
        let destination = try #require(try store.destinations().first)
        try store.noteDigest(of: destination.id, error: own.words[4], retryAt: nil, at: now)
        _ = try store.issueAppPassword(named: own.words[5], at: now)
        try store.setOwnToken("token-of-" + name, for: "github")
        return own
    }

    /// Each path that the server answers, for somebody who follows a feed.
    private func paths(_ own: OwnWords, other: OwnWords, _ environment: FeedEnvironment) throws -> [String] {
        var paths = Route.fixed.values.filter { $0.methods.contains(.get) }.map(\.path.text).sorted()
        let item = try environment.store.items(ItemSelection(.feed(own.feed.key)), limit: 1).items[0].id
        paths += ["", ".atom", ".json", "?item=\(item)", "?muted=1", "?unread=1"].map { own.feed.address + $0 }
        paths += ["/api" + own.feed.address]
        // Words of the other account as searches, and its feed and folder as filters.
        for word in other.words + ["is:saved", "is:unread", "kind:story", "destination"] {
            paths += ["/search?q=\(word)&sort=date", "/api/search?q=\(word)"]
        }
        let key = other.feed.key.rawValue.percentEncoded
        for list in ["unread", "saved", "muted"] {
            paths += ["/\(list)?feed=\(key)", "/api/\(list)?feed=\(key)"]
            paths += ["/\(list)?folder=\(other.words[1])", "/api/\(list)?folder=\(other.words[1])"]
        }
        for label in [own.words[7], other.words[7]] {
            paths += [
                "/label/\(label)", "/api/label/\(label)", "/search?q=label:\(label)", "/api/search?q=label:\(label)",
            ]
        }
        // The reader's own feeds, and the other account's folder at their address.
        let base = "/feeds/\(try environment.store.addFeedSecret(.make(), at: environment.now()).secret.text)/"
        for format in ["atom", "json"] {
            for list in ["unread", "saved", "folder/" + own.words[1], "folder/" + other.words[1]] {
                paths.append(base + list + "." + format)
            }
            for word in other.words + ["is:saved", "is:unread"] { paths.append(base + "search.\(format)?q=\(word)") }
        }
        paths += ["/rules?rule=notify+title:a", "/following?q=a", "/unread?limit=100&offset=1"]
        return paths
    }

    /// What was asked echoes in the answer, so only the rest of it counts.
    private func found(_ other: OwnWords, in reply: String, of path: String) -> [String] {
        other.all.filter { word in reply.contains(word) && !path.contains(word) }
    }

    @Test("Accounts of one server see nothing of one another on any path, in any form")
    func paths() async throws {
        try await SharedServer.run { shared in
            // Some of the made-up articles have the titles of made-up stories, which everybody sees.
            var stories: Set<String> = []
            for feed in shared.server.scene.environment.catalog.upstreams.flatMap(\.menu).map(\.feed) {
                stories.formUnion(try await shared.server.scene.state(feed).items.map(\.entry.plainTitle))
            }
            var anna = try await fill("anna", shared, without: stories)
            let otto = try await fill("otto", shared, without: anna.allTitles.union(stories))
            anna.titles.removeAll(where: otto.allTitles.contains)
            let all = [anna, otto]
            var cookies: [String: String] = [:]
            for own in all { cookies[own.name] = try await shared.signIn(own.name, browser: own.words[6]) }
            try #require(all.allSatisfy { !$0.titles.isEmpty })
            for (own, other) in [(all[0], all[1]), (all[1], all[0])] {
                let environment = try shared.environment(own.name)
                var seen: Set<String> = []
                for path in try paths(own, other: other, environment) {
                    for accept in ["text/html", "application/json"] {
                        let headers = ["Cookie": cookies[own.name] ?? "", "Accept": accept]
                        // Twice: the second answer may come from a cache.
                        for _ in 0..<2 {
                            let reply = await shared.server.ask(path, "GET", headers)
                            #expect(reply.status < 500, "\(path)")
                            #expect(found(other, in: reply.text, of: path) == [], "\(own.name) \(path) \(accept)")
                            #expect(!reply.text.contains("token-of-"), "\(path)")
                            seen.formUnion(own.all.filter { reply.text.contains($0) && !path.contains($0) })
                        }
                    }
                }
                // Otherwise the test would find nothing anywhere.
                #expect(seen == Set(own.all))
            }
        }
    }

    @Test("Accounts of one server see nothing of one another in live updates")
    func streams() async throws {
        try await SharedServer.run({ $0.heartbeat = 1 }) { shared in
            let (anna, otto) = (try await fill("anna", shared), try await fill("otto", shared))
            let cookie = try await shared.signIn("otto")
            let paths = [
                "/", "/unread", otto.feed.address, "/api" + otto.feed.address, otto.feed.address + "?part=status",
            ]
            let clients = paths.map { path in
                let client = Wire(shared.server.port)
                client.send(
                    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(shared.server.port)\r\n"
                        + "Accept: text/event-stream\r\nCookie: \(cookie)\r\n\r\n")
                return client
            }
            for client in clients { #expect(await client.read { $0.range(of: Data("200 OK".utf8)) != nil }) }
            let before = try shared.environment("otto").store.unreadCounts()
            let store = try shared.environment("anna").store
            try store.mark(all: ItemSelection(.followed), as: .read, at: Date())
            try store.follow(
                anna.feed.key, path: anna.feed.encodedPath, FollowSettings(folder: "Moved" + anna.words[1]), at: Date())
            #expect(try store.unreadCounts().total == 0)
            let marker = FollowSettings(name: "Marker")
            try shared.environment("otto").follow(otto.feed, marker)
            // The list of the reader's own follows changes, after the other account's changes.
            #expect(await clients[0].read { $0.range(of: Data("followed".utf8)) != nil })
            #expect(try shared.environment("otto").store.unreadCounts() == before)
            for (path, client) in zip(paths, clients) {
                let text = String(decoding: client.heard, as: UTF8.self)
                #expect(found(anna, in: text, of: path) == [], "\(path)")
                #expect(!text.contains(anna.feed.address), "\(path)")
            }
        }
    }

    @Test("Accounts of one server change nothing of one another by any request")
    func changes() async throws {
        try await SharedServer.run { shared in
            let (anna, otto) = (try await fill("anna", shared), try await fill("otto", shared))
            let store = try shared.environment("anna").store
            let cookie = try await shared.signIn("otto", browser: otto.words[6])
            _ = try await shared.signIn("anna")
            let now = shared.server.scene.environment.now()
            func state() throws -> [String] {
                [
                    "\(try store.followed())", "\(try store.rules())", "\(try store.destinations())",
                    "\(try store.items(ItemSelection(isSaved: true), limit: nil).items.map { try store.playback(of: $0.key) })",
                    "\(try store.items(ItemSelection(isSaved: true), limit: nil).items.map(\.id))",
                    "\(try store.labels())", "\(try store.unreadCounts())", "\(try store.appPasswords().map(\.name))",
                    "\(String(describing: try store.ownToken(for: "github")))",
                    "\(try store.sessions(at: now).map(\.id))", "\(String(describing: try store.password()))",
                    "\(String(describing: try store.feedSecret()))", "\(try store.settings())",
                ]
            }
            _ = try store.addFeedSecret(.make(), at: now)
            let saved = try store.items(ItemSelection(isSaved: true), limit: 1).items[0].key
            try store.store(Playback(address: "https://a.example/a.mp3", position: 7, date: now), of: saved)
            let before = try state()
            let (rule, session) = (try store.rules()[0].id, try store.sessions(at: now)[0].id)
            let item = try store.items(ItemSelection(isSaved: true), limit: 1).items[0].id
            let named = "feed=\(anna.feed.address.percentEncoded)&id=\(item.percentEncoded)"
            let requests = [
                ("/playback", named + "&url=https://a.example/a.mp3&position=9"), ("/full-text", named),
                ("/refresh", "feed=\(anna.feed.address.percentEncoded)"), ("/mute", named),
                ("/import", "document={}"), ("/settings", "density=compact&key-save=x"),
                ("/unfollow", "feed=\(anna.feed.address.percentEncoded)"), ("/rules", "remove=\(rule)"),
                ("/destinations", "remove=\(anna.words[3])"), ("/destinations", "test=\(anna.words[3])"),
                ("/marks", "feed=\(anna.feed.address.percentEncoded)&item=\(item)&mark=unsaved"),
                ("/marks", "feed=\(anna.feed.address.percentEncoded)&mark=read"), ("/marks", "mark=read"),
                ("/labels", named + "&add=Mine"), ("/labels", named + "&remove=\(anna.words[7])"),
                ("/labels", "rename=\(anna.words[7])&to=Mine"), ("/labels", "delete=\(anna.words[7])"),
                ("/stories", "do=apart&" + named), ("/stories", "do=join&" + named),
                ("/visit", "feed=\(anna.feed.address.percentEncoded)"), ("/account", "revoke=\(anna.words[5])"),
                ("/account", "end=\(session)"), ("/account", "end=others"),
                ("/account", "token=other&upstream=github"), ("/account", "forget-token=github"),
                ("/account", "change=make-feed-address"), ("/account", "change=renew-feed-address"),
                ("/accounts", "do=remove&account=\(try #require(shared.accounts["anna"]).id)"),
                ("/accounts", "do=reset&account=\(try #require(shared.accounts["anna"]).id)"),
                ("/accounts", "do=save&disabled=1&account=\(try #require(shared.accounts["anna"]).id)"),
                ("/follow", "address=\(anna.feed.key.rawValue.percentEncoded)&folder=Taken"),
            ]
            for (path, form) in requests {
                let reply = await shared.server.post(path, form, ["Cookie": cookie, "Accept": "application/json"])
                // 502: the site of a full text can't be reached.
                #expect(![500, 503].contains(reply.status), "\(path) \(form)")
                #expect(found(anna, in: reply.text, of: form) == [], "\(path) \(form)")
            }
            #expect(try state() == before)
            let changes = Set(Route.changes.map(\.path.text)).subtracting(["/logout"])
            #expect(changes.count > 8 && changes.isSubset(of: requests.map(\.0)))
        }
    }
}

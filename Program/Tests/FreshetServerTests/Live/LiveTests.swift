import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A client that follows a feed") struct LiveTests {
    private static let list = "/news/v0/topstories"

    @Test("A live client receives the current state, and then the result of each refresh")
    func states() async throws {
        try await RunningServer.run { server in
            let wire = server.follow("/api/news/top")
            let first = try #require(await wire.event { $0.data.contains(#""status":"fresh""#) })
            #expect(first.name == "state" && (first.json["items"] as? [Any])?.count ?? 0 > 40)
            await server.refresh("/news/top")
            let second = try #require(await wire.event { $0.id != first.id && $0.data.contains(#""status":"fresh""#) })
            #expect(second.json["fetchedAt"] as? String != first.json["fetchedAt"] as? String)
            #expect(Reply(wire.heard).headers["content-type"] == "text/event-stream; charset=utf-8")
        }
    }

    @Test("A live client receives no items if it asks for the feed's status alone")
    func status() async throws {
        try await RunningServer.run { server in
            let wire = server.follow("/news/top?part=status")
            let event = try #require(await wire.event { $0.data.contains(#""freshness":"fresh""#) })
            #expect(event.name == "page" && (event.json["rows"] as? [Any])?.isEmpty == true)
            #expect((event.json["status"] as? String)?.contains("Checked") == true)
            #expect(server.control.requests(to: Self.list).count == 1)
        }
    }

    @Test("A live client shares one poll with nine others")
    func onePoll() async throws {
        try await RunningServer.run { server in
            let wires = (0..<10).map { _ in server.follow("/api/news/top") }
            for wire in wires { #expect(await wire.event { $0.data.contains(#""status":"fresh""#) } != nil) }
            await server.refresh("/news/top")
            for wire in wires {
                #expect(
                    await wire.event { $0.id.hasSuffix("-1") == false && $0.data.contains(#""status":"fresh""#) } != nil
                )
            }
            #expect(await server.health { $0["watches"] as? Int == 1 && $0["clients"] as? Int == 10 })
            #expect(server.control.requests(to: Self.list).count <= 2)
            // They hang up when they are released, which optimised code does behind the last use.
            withExtendedLifetime(wires) {}
        }
    }

    @Test("A live client receives nothing twice and misses nothing when it reconnects")
    func resume() async throws {
        try await RunningServer.run { server in
            let first = try #require(
                await server.follow("/news/top").event { $0.data.contains(#""freshness":"fresh""#) })
            #expect((first.json["rows"] as? [Any])?.count ?? 0 >= 0)
            let again = server.follow("/news/top", lastEventID: first.id)
            #expect(await again.events(1, within: 0.5).isEmpty)
            await server.refresh("/news/top", after: 600)
            let second = try #require(await again.event { $0.data.contains(#""freshness":"fresh""#) })
            #expect(second.id != first.id && second.id.prefix { $0 != "-" } == first.id.prefix { $0 != "-" })
        }
    }

    @Test("A live client whose page is up to date receives nothing until something changes")
    func seen() async throws {
        try await RunningServer.run { server in
            let path = "/news/top"
            let page = await server.settled(path).text
            let seen = try #require(page.firstMatch(of: /data-seen="([^"]+)"/)?.1)
            let wire = server.follow("\(path)?seen=\(seen)")
            #expect(await wire.events(1, within: 0.5).isEmpty)
            await server.refresh("/news/top", after: 600)
            let event = await wire.event { ($0.json["rows"] as? [Any])?.isEmpty == false }
            #expect(event != nil)
            #expect(await server.follow("\(path)?seen=gone-1").events(1).isEmpty == false)
        }
    }

    @Test("A live client of a feed without other clients receives no row that its page has")
    func firstReader() async throws {
        try await SampledEnvironment.run { scene in
            let path = "/news/top"
            let former = try await RunningServer.start(scene)
            let wire = former.follow(path)
            let unsettled = /data-freshness="(stored|refreshing)"/
            try await waits { await former.ask(path).text.firstMatch(of: unsettled) == nil }
            withExtendedLifetime(wire) {}
            try await former.stop()
            // The feeds of the page stay connected for longer than a busy machine takes to follow them.
            let server = try await RunningServer.start(scene)
            let page = await server.ask(path).text
            let seen = try #require(page.firstMatch(of: /data-seen="([^"]+)"/)?.1)
            let next = server.follow("\(path)?seen=\(seen)")
            _ = await next.events(4, within: 1)
            let rows = SentEvent.all(in: next.heard).compactMap { $0.json["rows"] as? [Any] }.flatMap { $0 }
            #expect(rows.isEmpty)
            try await server.stop()
        }
    }

    @Test("A live client that was connected to an earlier run of the server receives everything")
    func otherEpoch() async throws {
        try await RunningServer.run { server in
            let wire = server.follow("/api/news/top", lastEventID: "gone-12")
            #expect(await wire.events(1).isEmpty == false)
            #expect(await server.follow("/api/news/top", lastEventID: "nonsense").events(1).isEmpty == false)
        }
    }

    @Test("A live client that doesn't read delays no other, and receives the newest state once it reads")
    func slow() async throws {
        try await RunningServer.run { server in
            let feed = "/github/octo-sample/busy"
            let slow = server.follow("/api\(feed)?limit=300", buffer: 4096)
            let fast = server.follow("/api\(feed)?limit=300")
            let first = try #require(await fast.event { $0.data.contains(#""status":"fresh""#) })
            var (last, sent) = (first, 0)
            for _ in 0..<5 {
                sent += SentEvent.all(in: fast.heard).count
                fast.forget()
                server.control.advance(by: .seconds(120))
                _ = await server.post("/refresh", "feed=\(feed)?limit=300")
                last = try #require(await fast.event { $0.data.contains(#""status":"fresh""#) })
            }
            let id = last.id
            #expect(await slow.event { $0.id == id } != nil)
            sent += SentEvent.all(in: fast.heard).count
            #expect(SentEvent.all(in: slow.heard).count < sent)
        }
    }

    @Test("A live client that leaves frees its place and ends the watch", arguments: ["closes", "has no more to say"])
    func leaving(how: String) async throws {
        try await RunningServer.run({ $0.gracePeriod = .milliseconds(200) }) { server in
            var wire: Wire? = server.follow("/api/news/top")
            #expect(await wire?.events(1).isEmpty == false)
            #expect(await server.health { $0["clients"] as? Int == 1 && $0["watches"] as? Int == 1 })
            if how == "closes" { wire = nil } else { wire?.finish() }
            #expect(await server.health { $0["clients"] as? Int == 0 && $0["watches"] as? Int == 0 })
            withExtendedLifetime(wire) {}
        }
    }

    @Test("A live client is answered after earlier requests, and disconnected if it sends another request")
    func pipelined() async throws {
        try await RunningServer.run { server in
            func request(_ path: String, _ accept: String) -> String {
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n\r\n"
            }
            let wire = Wire(server.port)
            wire.send(request("/help", "text/html") + request("/api/news/top", "text/event-stream"))
            #expect(await wire.read { String(decoding: $0, as: UTF8.self).contains("event: state") })
            let text = String(decoding: wire.heard, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
            let (page, events) = (try #require(text.range(of: "</html>")), try #require(text.range(of: "retry:")))
            #expect(page.lowerBound < events.lowerBound)
            wire.send(request("/help", "text/html"))
            #expect(await wire.readToEnd())
            #expect(await server.health { $0["clients"] as? Int == 0 })
        }
    }

    @Test("A live client requests a page without events and receives it; the connection then ends")
    func noEvents() async throws {
        try await RunningServer.run { server in
            for path in ["/help", "/following", "/nothing"] {
                let wire = Wire(server.port)
                wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
                #expect(await wire.readToEnd())
                let reply = Reply(wire.heard)
                #expect(reply.status == (path == "/nothing" ? 404 : 200) && reply.headers["connection"] == "close")
            }
        }
    }

    @Test("A live client is disconnected when the server stops, and doesn't delay it", .timeLimit(.minutes(5)))
    func stop() async throws {
        try await RunningServer.run({ $0.shutdownTimeout = .seconds(3600) }) { server in
            let wires = (0..<20).map { server.follow($0 % 2 == 0 ? "/news/top" : "/api/planet") }
            for wire in wires { #expect(await wire.events(1).isEmpty == false) }
            let idle = Wire(server.port)
            idle.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await idle.read { !$0.isEmpty })
            #expect(await server.health { $0["clients"] as? Int == 20 })
            try await server.stop()
            for wire in wires {
                #expect(await wire.readToEnd())
                #expect(wire.heard.suffix(5) == Data("0\r\n\r\n".utf8))
            }
            #expect(await idle.readToEnd())
        }
    }

    @Test(
        "A live client that reads nothing or sends half a request leaves within 5 s when the server stops",
        .timeLimit(.minutes(5)))
    func stuck() async throws {
        #expect(ServerOptions().shutdownTimeout < .seconds(5))
        try await RunningServer.run({ $0.shutdownTimeout = .milliseconds(100) }) { server in
            let silent = server.follow("/api/github/octo-sample/busy?limit=300", buffer: 4096)
            let half = Wire(server.port)
            half.send("POST /follow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\naddress=")
            #expect(await server.health { $0["clients"] as? Int == 1 })
            try await server.stop()
            #expect(await half.readToEnd())
            #expect(await silent.readToEnd())
        }
    }

    @Test("A live client gets only the headers with HEAD, and takes no place")
    func head() async throws {
        try await RunningServer.run { server in
            let reply = await server.ask("/news/top", "HEAD", ["Accept": "text/event-stream"])
            #expect(reply.status == 200 && reply.headers["content-type"]?.hasPrefix("text/event-stream") == true)
            #expect(await server.health { $0["clients"] as? Int == 0 })
        }
    }

    @Test("A live client receives an upstream's failure with the stored items, and then its recovery")
    func failure() async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            server.control.fail("/news", with: .status(500))
            let wire = server.follow("/api/news/top")
            _ = await wire.events(1)
            await server.refresh("/news/top")
            let stale = try #require(await wire.event { $0.data.contains(#""status":"stale""#) })
            #expect((stale.json["items"] as? [Any])?.count ?? 0 > 40)
            server.control.clear()
            await server.refresh("/news/top")
            #expect(await wire.event { $0.id != stale.id && $0.data.contains(#""status":"fresh""#) } != nil)
        }
    }

    @Test("A live client receives a heartbeat while nothing happens")
    func heartbeat() async throws {
        try await RunningServer.run({ $0.heartbeat = 1 }) { server in
            let wire = server.follow("/api/news/top")
            #expect(await wire.read { String(decoding: $0, as: UTF8.self).contains("\n: heartbeat\n") })
        }
    }

    @Test("A live client is disconnected if it reads nothing for several heartbeats, and no other client is")
    func cutOff() async throws {
        try await RunningServer.run({ ($0.heartbeat, $0.maximumIdleHeartbeats) = (1, 2) }) { server in
            let idle = server.follow("/api/news/top")
            let silent = server.follow("/api/github/octo-sample/busy?limit=300", buffer: 4096)
            let other = server.follow("/api/github/octo-sample/busy?limit=300")
            for _ in 0..<4 {
                await server.refresh("/github/octo-sample/busy?limit=300")
                _ = await other.event { $0.data.contains(#""status":"fresh""#) }
                other.forget()
            }
            #expect(await server.health { $0["clients"] as? Int == 2 })
            #expect(await silent.readToEnd() && SentEvent.all(in: silent.heard).count < 6)
            for wire in [idle, other] {
                wire.forget()
                #expect(await wire.read { !$0.isEmpty } && !wire.isClosed)
            }
        }
    }

    @Test("A live client receives marks that another client makes")
    func marks() async throws {
        try await RunningServer.run { server in
            let id = try #require(await server.newsIDs().first)
            let wire = server.follow("/news/top")
            _ = try #require(await wire.event { $0.data.contains(#""freshness":"fresh""#) })
            wire.forget()
            _ = await server.post("/marks", "scope=news&id=\(id)&mark=read")
            let event = try #require(await wire.events(1).first)
            #expect((event.json["rows"] as? [Any])?.count == 1)
        }
    }

    @Test("A live client receives counts that changed after its page was made, and no unchanged ones")
    func shownCounts() async throws {
        try await RunningServer.run { server in
            let id = try #require(await server.newsIDs().first)
            _ = await server.post("/follow", "feed=/news/top")
            let page = await server.settled("/unread").text
            let shown = try #require(page.firstMatch(of: /data-shown="([^"]+)"/)?.1)
            #expect(await server.follow("/unread?shown=\(shown)").events(1, within: 0.5).isEmpty)
            _ = await server.post("/marks", "scope=news&id=\(id)&mark=read")
            for path in ["/unread", "/news/top"] {
                let event = await server.follow("\(path)?shown=\(shown)").event { $0.name == "unread" }
                #expect(event?.json["/unread"] as? Int == 19 && event?.json["/news/top"] as? Int == 19)
            }
        }
    }

    @Test("A live client receives the counts again if other items are unread, though they are as many")
    func exchanged() async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            func refresh(_ ids: [String], after seconds: TimeInterval) throws {
                let items = ids.map { FeedUpdate.Item(id: $0, payload: Data("{}".utf8)) }
                let date = environment.now().addingTimeInterval(seconds)
                let refresh = FeedUpdate(feed: Feed.news.key, items: items, mode: .replace, fetchedAt: date)
                try environment.store.commit([refresh], ledger: [], quotas: [])
            }
            try refresh(["1", "2"], after: 0)
            // Refreshed by the test alone.
            try environment.follow(.news, FollowSettings(interval: .never))
            let wire = server.follow("/unread?again=1")
            let first = await wire.event { $0.name == "unread" && $0.json["/unread"] as? Int == 2 }
            #expect(first != nil)
            wire.forget()
            try refresh(["1", "3"], after: 60)
            let second = try #require(await wire.event { $0.name == "unread" })
            #expect(second.data == first?.data)
            wire.forget()
            try refresh(["1", "3"], after: 120)
            #expect(await wire.events(1, within: 2).isEmpty, "nothing has changed")
        }
    }

    @Test("A live client learns when a followed feed gets another name or folder")
    func renamed() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "feed=/news/top")
            let wire = server.follow("/unread")
            for setting in ["name=Front", "folder=Work"] {
                _ = await server.post("/follow", "feed=/news/top&\(setting)")
                let version = try #require(
                    await server.ask("/help").text.firstMatch(of: /data-followed="([^"]+)"/)?.1)
                let event = "event: followed\ndata: \(version)\n"
                #expect(await wire.read { String(decoding: $0, as: UTF8.self).contains(event) })
            }
        }
    }
}

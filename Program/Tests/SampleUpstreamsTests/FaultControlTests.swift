import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import SampleUpstreams
import Testing

@Suite("The sample server's controls") struct FaultControlTests {
    @Test("A fault happens for the given number of requests, then no more")
    func times() async throws {
        try await withSample { sample in
            sample.control.fail("/news", with: .status(500), times: 2)
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(await sample.get("/news/v0/maxitem.json").status) }
            #expect(statuses == [500, 500, 200])
        }
    }

    @Test("The newest fault wins, and clearing ends them all")
    func newest() async throws {
        try await withSample { sample in
            sample.control.fail("/news", with: .status(500))
            sample.control.fail("/news/v0/item/", with: .status(502), times: 1)
            #expect(await sample.get("/news/v0/item/1.json").status == 502)
            #expect(await sample.get("/news/v0/item/1.json").status == 500)
            sample.control.clear()
            #expect(await sample.get("/news/v0/item/1.json").status == 200)
        }
    }

    @Test(
        "A pattern is a beginning, with wildcards, an end, and parameters",
        arguments: [
            ("/eonet/api/v3/categories", "/eonet/api/v3/categories/snow?status=closed", true),
            ("/eonet/api/v3/categories$", "/eonet/api/v3/categories/snow", false),
            ("/eonet/api/v3/categories$", "/eonet/api/v3/categories?x=y", true),
            ("/eonet/api/v3/categories/*?status=closed", "/eonet/api/v3/categories/snow?days=3&status=closed", true),
            ("/eonet/api/v3/categories/*?status=closed", "/eonet/api/v3/categories/snow?status=open", false),
            ("/github/repos/*/harbor/events", "/github/repos/octo-sample/harbor/events?page=2", true),
            ("/github/*/events", "/github/repos/octo-sample/harbor/events", false),
        ])
    func patterns(pattern: String, path: String, matches: Bool) async throws {
        try await withSample { sample in
            sample.control.fail(pattern, with: .status(599))
            #expect((await sample.get(path).status == 599) == matches)
        }
    }

    @Test("Requests are logged with their headers, failed ones too")
    func log() async throws {
        try await withSample { sample in
            sample.control.fail("/github", with: .status(500))
            _ = await sample.get(harbor + "?per_page=5", ["If-None-Match": "W/\"x\"", "Authorization": "Bearer t"])
            _ = await sample.get("/news/v0/maxitem.json")
            let requests = sample.control.requests
            #expect(requests.map(\.path) == [harbor + "?per_page=5", "/news/v0/maxitem.json"])
            #expect(requests[0].method == "GET" && requests[0].headers["if-none-match"] == "W/\"x\"")
            #expect(requests[0].headers["authorization"] == "Bearer t" && requests[1].headers["authorization"] == nil)
            #expect(sample.control.requests(to: "/github").count == 1)
            #expect(requests.map(\.api) == [.gitHub, .news])
            sample.control.resetLog()
            #expect(sample.control.requests.isEmpty && sample.control.maximumInFlight(.gitHub) == 0)
        }
    }

    @Test("The most concurrent requests are counted for each API")
    func inFlight() async throws {
        try await withSample { sample in
            sample.control.fail("/news/v0/item/", with: .hang)
            await withTaskGroup(of: Void.self) { group in
                for id in 1...5 { group.addTask { _ = await sample.get("/news/v0/item/\(id).json", timeout: 60) } }
                #expect(await eventually { sample.control.inFlight(.news) == 5 })
                await sample.stop()
            }
            #expect(sample.control.maximumInFlight(.news) == 5 && sample.control.maximumInFlight(.eonet) == 0)
        }
    }

    @Test("A response waits for the set latency, for one path or for all")
    func latency() async throws {
        try await withSample({ $0.latency = .milliseconds(150) }) { sample in
            let clock = ContinuousClock()
            let slow = await clock.measure { _ = await sample.get("/news/v0/maxitem.json") }
            #expect(slow >= .milliseconds(150))
            sample.control.setLatency(.milliseconds(400), for: "/news/v0/maxitem.json")
            let slower = await clock.measure { _ = await sample.get("/news/v0/maxitem.json") }
            #expect(slower >= .milliseconds(400))
        }
    }

    @Test("The sample's clock is the given one, advanced; responses have its time")
    func clock() async throws {
        try await withSample { sample in
            sample.control.advance(by: .seconds(90))
            #expect(sample.control.now == testStart.addingTimeInterval(90))
            #expect(await sample.get("/news/v0/maxitem.json").headers["date"] == "Mon, 21 Sep 2026 14:14:50 GMT")
        }
    }

    @Test(
        "Clients that accept gzip get it if the server is configured so",
        arguments: ["/eonet/api/v3/events", "/news/v0/maxitem.json"])
    func gzip(path: String) async throws {
        try await withSample({ $0.usesGzip = true }) { sample in
            let plain = await sample.get(path)
            let packed = await sample.get(path, ["Accept-Encoding": "gzip"])
            #expect(plain.headers["content-encoding"] == nil && packed.headers["content-encoding"] == "gzip")
            let (data, _) = try await URLSession.shared.data(from: URL(string: sample.baseURL.absoluteString + path)!)
            #expect(data == plain.body && packed.body != data)
            #expect(sample.control.requests.last?.headers["accept-encoding"]?.contains("gzip") == true)
        }
    }

    @Test("Addresses are those of the running server")
    func addresses() async throws {
        try await withSample { sample in
            let base = "http://127.0.0.1:\(sample.port)"
            #expect(sample.baseURL.absoluteString == base && sample.gitHubURL.absoluteString == base + "/github")
            #expect(sample.eonetURL.absoluteString == base + "/eonet/api/v3")
            #expect(sample.newsURL.absoluteString == base + "/news/v0")
        }
    }
}

@Suite("The sample server's life", .serialized) struct LifeTests {
    @Test("Equal seeds make equal data, other seeds other data")
    func seeds() async throws {
        let paths = [harbor + "?per_page=100", "/eonet/api/v3/events?status=all", "/news/v0/topstories.json"]
        func told(_ seed: UInt64) async throws -> [String] {
            var texts: [String] = []
            try await withSample({ $0.seed = seed }) { sample in
                for path in paths {
                    let text = await sample.get(path).text
                    texts.append(text.replacingOccurrences(of: ":\(sample.port)/", with: ":0/"))
                }
            }
            return texts
        }
        let first = try await told(1)
        let second = try await told(1)
        let other = try await told(2)
        #expect(first == second)
        #expect(zip(first, other).allSatisfy { $0 != $1 })
    }

    @Test(
        "Stopping frees the port and cuts hanging and endless responses",
        arguments: [Fault.hang, .endlessBody, .slowBody])
    func stop(fault: Fault) async throws {
        let sample = try await SampleUpstreams.start(.init(clock: { testStart }))
        sample.control.fail("/", with: fault)
        async let heard = sample.get("/eonet/api/v3/events", timeout: 30)
        #expect(await eventually { sample.control.inFlight(.eonet) == 1 })
        await sample.stop()
        #expect([.closed, .reset].contains(await heard.ending))
        #expect(await rawGet(sample.port, "/").ending == .refused)
    }

    @Test("Stopping doesn't wait for a client that doesn't read")
    func stopUnread() async throws {
        let sample = try await SampleUpstreams.start(.init(clock: { testStart }))
        sample.control.fail("/", with: .endlessBody)
        let reading = DispatchSemaphore(value: 0)
        async let heard = sample.get("/eonet/api/v3/events", reading: reading)
        #expect(await eventually { sample.control.inFlight(.eonet) == 1 })
        await sample.stop()
        reading.signal()
        #expect(sample.control.inFlight(.eonet) == 0)
        #expect([.closed, .reset].contains(await heard.ending))
    }

    @Test("A response that waits is sent when the server stops")
    func stopWaiting() async throws {
        let sample = try await SampleUpstreams.start(.init(latency: .seconds(60), clock: { testStart }))
        async let heard = sample.get("/news/v0/maxitem.json", timeout: 30)
        #expect(await eventually { sample.control.inFlight(.news) == 1 })
        await sample.stop()
        #expect(await heard.status == 200)
    }

    @Test("Running ends with its task")
    func run() async throws {
        let sample = try await SampleUpstreams.start()
        let running = Task { try await sample.run() }
        #expect(await sample.get("/news/v0/maxitem.json").status == 200)
        running.cancel()
        try await running.value
        #expect(await rawGet(sample.port, "/").ending == .refused)
    }

    @Test("A port that is taken is an error")
    func taken() async throws {
        try await withSample { sample in
            await #expect(throws: (any Error).self) {
                _ = try await SampleUpstreams.start(.init(port: sample.port))
            }
        }
    }

    @Test("A connection serves many requests")
    func keepAlive() async throws {
        try await withSample { sample in
            let url = sample.newsURL.appendingPathComponent("maxitem.json")
            let session = URLSession(configuration: .ephemeral)
            for _ in 0..<5 {
                let (data, response) = try await session.data(from: url)
                #expect((response as? HTTPURLResponse)?.statusCode == 200 && !data.isEmpty)
            }
            session.invalidateAndCancel()
        }
    }
}

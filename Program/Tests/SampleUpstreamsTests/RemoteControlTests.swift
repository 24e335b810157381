import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import SampleUpstreams
import Testing

@Suite("The sample server's controls, from another process") struct RemoteControlTests {
    @Test("A fault is set for the given number of requests, and cleared")
    func fail() async throws {
        try await withControl { sample in
            #expect(await sample.order("fail?path=/news&fault=status&status=503&times=1").status == 204)
            #expect(await sample.get("/news/v0/maxitem.json").status == 503)
            #expect(await sample.get("/news/v0/maxitem.json").status == 200)
            #expect(await sample.order("fail?path=%2Fgithub&fault=rateLimitedSecondary&retryAfter=7").status == 204)
            #expect(await sample.get(harbor).headers["retry-after"] == "7")
            #expect(await sample.order("clear").status == 204)
            #expect(await sample.get(harbor).status == 200)
        }
    }

    @Test("Responses wait for the set latency")
    func latency() async throws {
        try await withControl { sample in
            #expect(await sample.order("latency?path=/news&ms=150").status == 204)
            let time = await ContinuousClock().measure { _ = await sample.get("/news/v0/maxitem.json") }
            #expect(time >= .milliseconds(150))
        }
    }

    @Test("The clock is set forward")
    func advance() async throws {
        try await withControl { sample in
            #expect(await sample.order("advance?seconds=90.5").status == 204)
            #expect(sample.control.now == testStart.addingTimeInterval(90.5))
        }
    }

    @Test("The log lists the requests, without those to the controls, which never fail")
    func requests() async throws {
        try await withControl { sample in
            sample.control.fail("/", with: .status(500))
            _ = await sample.get(harbor, ["If-None-Match": "W/\"x\""])
            _ = await sample.get("/news/v0/maxitem.json")
            let told = await sample.get("/control/requests")
            #expect(told.list.map { $0["path"] as? String } == [harbor, "/news/v0/maxitem.json"])
            #expect((told.list.first?["headers"] as? [String: String])?["if-none-match"] == "W/\"x\"")
            #expect(await sample.get("/control/requests?path=/news").list.count == 1)
            #expect(sample.control.requests.count == 2)
        }
    }

    @Test(
        "An invalid order is refused with the valid form",
        arguments: [
            ("", "there are POST"), ("latency?ms=-1", "ms="), ("advance", "seconds="), ("fail?path=/", "fault="),
            ("fail?path=/&fault=nonsense", "hang"), ("fail?path=/&fault=status", "status="),
            ("fail?path=/&fault=hang&times=0", "times="), ("fail?path=/&fault=redirect", "to="),
        ])
    func wrong(order: String, hint: String) async throws {
        try await withControl { sample in
            let answer = await sample.order(order)
            #expect(answer.status == 400 && answer.text.contains(hint))
            #expect(await sample.get(harbor).status == 200)
        }
    }

    @Test("GET requests control nothing")
    func get() async throws {
        try await withControl { sample in
            #expect(await sample.get("/control/fail?path=/&fault=status&status=500").status == 400)
            #expect(await sample.get(harbor).status == 200)
        }
    }

    @Test("A server that isn't controllable has no such address")
    func off() async throws {
        try await withSample { sample in
            #expect(await sample.order("fail?path=/&fault=status&status=500").status == 404)
            #expect(await sample.get("/control/requests").status == 404)
            #expect(await sample.get(harbor).status == 200)
        }
    }

    private func withControl(_ test: (SampleUpstreams) async throws -> Void) async throws {
        try await withSample({ $0.isControllable = true }, test)
    }
}

extension SampleUpstreams {
    /// The answer to a POST; status 0 if none came.
    fileprivate func order(_ order: String) async -> (status: Int, text: String) {
        var request = URLRequest(url: URL(string: "\(baseURL.absoluteString)/control/\(order)")!)
        request.httpMethod = "POST"
        do {
            let (data, response) = try await URLSession.shared.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        } catch {
            return (0, String(describing: error))
        }
    }
}

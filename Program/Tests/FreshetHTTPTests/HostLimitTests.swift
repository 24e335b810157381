import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Requests to one host", .soon) struct HostLimitTests {
    @Test("Requests in flight to a host are at most the limit, and all get their answer") func limit() async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 3)) { sample, client in
            sample.control.setLatency(.milliseconds(20))
            let requests = (1...20).map { sample.get("/news/v0/item/\($0).json") }
            let replies = try await Observable.from(requests).flatMap { client.rx.response(for: $0) }.toArray().value
            #expect(replies.count == 20)
            #expect(sample.control.maximumInFlight(.news) == 3)
        }
    }

    @Test("Further requests to a host wait in the order of their subscriptions") func order() async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 1)) { sample, client in
            let paths = (1...30).map { "/news/v0/item/\($0).json" }
            let subscriptions = paths.map { client.rx.data(for: sample.get($0)).subscribe() }
            #expect(await eventually { sample.control.requests.count == 30 })
            #expect(sample.control.requests.map(\.path) == paths)
            CompositeDisposable(disposables: subscriptions).dispose()
        }
    }

    @Test("A request disposed while it waits leaves the queue, and is never sent") func leaving() async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 1)) { sample, client in
            sample.control.fail(list, with: .hang)
            let first = client.rx.data(for: sample.get(list)).subscribe()
            #expect(await eventually { sample.control.inFlight(.news) == 1 })
            let second = client.rx.data(for: sample.get("/news/v0/item/2.json")).subscribe()
            second.dispose()
            first.dispose()
            let reply = try await client.reply(sample.get("/news/v0/item/3.json"))
            #expect(reply.status == .ok)
            #expect(sample.control.requests.map(\.path) == [list, "/news/v0/item/3.json"])
        }
    }

    @Test("A host doesn't wait for another") func others() async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 1)) { sample, client in
            sample.control.fail(list, with: .hang)
            let first = client.rx.data(for: sample.get(list)).subscribe()
            #expect(await eventually { sample.control.inFlight(.news) == 1 })
            try await withSample { other, _ in
                let reply = try await client.reply(other.get(list))
                #expect(reply.status == .ok)
            }
            first.dispose()
        }
    }

    @Test(
        "A failed request gives its place to the next",
        arguments: [Fault.closeWithoutResponse, .resetMidBody, .status(500)])
    func failures(_ fault: Fault) async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 1)) { sample, client in
            sample.control.fail(list, with: fault, times: 3)
            for _ in 0..<3 { _ = try await client.failure(sample.get(list)) }
            let reply = try await client.reply(sample.get(list))
            #expect(reply.status == .ok)
        }
    }
}

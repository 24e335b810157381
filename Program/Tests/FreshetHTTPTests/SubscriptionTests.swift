import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Synchronization
import Testing

@Suite("A request and its subscriptions", .soon) struct SubscriptionTests {
    @Test("A request isn't made before a subscription, and once for each") func cold() async throws {
        try await withSample { sample, client in
            let single = client.rx.data(for: sample.get(list))
            _ = try await client.reply(sample.get("/news/v0/maxitem.json"))
            #expect(sample.control.requests(to: list).isEmpty)
            for _ in 1...2 { _ = try await single.value }
            #expect(sample.control.requests(to: list).count == 2)
        }
    }

    @Test("Disposal cancels a request that waits for its answer, and closes the connection") func disposed()
        async throws
    {
        try await withSample { sample, client in
            sample.control.fail(list, with: .hang)
            let ended = Mutex(false)
            let subscription = client.rx.data(for: sample.get(list)).subscribe(
                onSuccess: { _ in ended.withLock { $0 = true } }, onFailure: { _ in ended.withLock { $0 = true } })
            #expect(await eventually { sample.control.inFlight(.news) == 1 })
            subscription.dispose()
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
            #expect(!ended.withLock { $0 })
        }
    }

    @Test("Disposal in the middle of a body closes the connection", arguments: [Fault.slowBody, .endlessBody])
    func disposedInBody(_ fault: Fault) async throws {
        try await withSample(client: .init(limits: .init(body: .max))) { sample, client in
            sample.control.fail(list, with: fault)
            let subscription = client.rx.data(for: sample.get(list)).subscribe()
            #expect(await eventually { sample.control.inFlight(.news) == 1 })
            try await Task.sleep(for: .milliseconds(20))  // so that the body has begun; it need not have
            subscription.dispose()
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
        }
    }

    @Test("A stream outlives its client") func outlives() async throws {
        try await withSample { sample, _ in
            sample.control.setLatency(.milliseconds(50))
            let single = HTTPClient().rx.data(for: sample.get(list))
            let value = try await single.value
            #expect(!value.isEmpty)
            let value2 = try await single.value
            #expect(!value2.isEmpty)
        }
    }

    @Test("A client that is shut down fails requests in flight and later ones") func shutDown() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .hang)
            let request = sample.get(list)
            async let hanging = client.failure(request)
            #expect(await eventually { sample.control.inFlight(.news) == 1 })
            await client.shutdown()
            let expected = HTTPError.unreachable(sample.url(list), cause: "the client is closed")
            let cut = try await hanging
            #expect(cut == expected)
            let error = try await client.failure(request)
            #expect(error == expected)
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
        }
    }

    @Test("A thousand subscriptions disposed at any moment leave nothing behind") func storm() async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 4)) { sample, client in
            let request = sample.get(list)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<1000 {
                    let subscription = client.rx.data(for: request).subscribe()
                    group.addTask {
                        try? await Task.sleep(for: .microseconds(number % 50 * 100))
                        subscription.dispose()
                    }
                }
            }
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
            let reply = try await client.reply(request)
            #expect(reply.status == .ok)
        }
    }
}

import Foundation
import Freshet
import FreshetHTTP
import News
import SampleUpstreams

/// A fixed instant, so that time passes by `advance(by:)` alone.
let testStart = Date(timeIntervalSince1970: 1_790_000_000)

/// Hacker News as the sample server speaks it, over real HTTP.
struct Bench: Sendable {
    let sample: SampleUpstreams
    let client: HTTPClient

    var control: Control { sample.control }

    func news(at baseURL: URL? = nil) -> HackerNews {
        HackerNews(transport: client, baseURL: baseURL ?? sample.newsURL)
    }

    /// What the module makes of this item.
    func item(_ body: String) async throws -> ItemAnswer {
        control.fail("/news/v0/item/1.json", with: .status(200, body: body))
        return try await news().item(id: 1).value
    }
}

func withBench(
    _ change: (inout SampleUpstreams.Configuration) -> Void = { _ in }, _ test: (Bench) async throws -> Void
) async throws {
    var configuration = SampleUpstreams.Configuration(clock: { testStart })
    change(&configuration)
    let bench = Bench(
        sample: try await SampleUpstreams.start(configuration),
        client: HTTPClient(configuration: .init(maximumInFlightPerHost: 64)))
    var failure: (any Error)?
    do { try await test(bench) } catch { failure = error }
    await bench.sample.stop()
    if let failure { throw failure }
}

/// All elements, then how it ended.
func collect<Element: Sendable>(_ stream: Observable<Element>) async -> (elements: [Element], error: (any Error)?) {
    var elements: [Element] = []
    do {
        for try await element in stream.values { elements.append(element) }
        return (elements, nil)
    } catch {
        return (elements, error)
    }
}

/// The error that something ends with.
func failure<Value>(of work: () async throws -> Value) async -> (any Error)? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

/// Waits until something holds, half a minute at most.
func waited(_ holds: () -> Bool) async throws {
    for _ in 0..<3000 {
        if holds() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw NeverHeld()
}

struct NeverHeld: Error {}

import Foundation
import Freshet
import FreshetHTTP
import OurPlanet
import SampleUpstreams

/// A fixed instant, so that time passes by `advance(by:)` alone.
let testStart = Date(timeIntervalSince1970: 1_790_000_000)

/// EONET as the sample server speaks it, over real HTTP.
struct Bench: Sendable {
    let sample: SampleUpstreams
    let client: HTTPClient

    var control: Control { sample.control }

    func eonet(at baseURL: URL? = nil) -> EONET {
        EONET(transport: client, baseURL: baseURL ?? sample.eonetURL, now: { sample.control.now })
    }

    /// What the module makes of this answer to a question for a category's open events.
    func list(of body: String, in category: String = "wildfires") async throws -> EventList {
        control.fail("/eonet/api/v3/categories/*", with: .status(200, body: body))
        return try await eonet().events(in: category, status: .open).value
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

struct NotModified: Error {}

extension Conditional {
    /// What came; an error for a 304.
    var content: Value {
        get throws {
            guard case .modified(let value) = self else { throw NotModified() }
            return value
        }
    }

    var isNotModified: Bool {
        if case .notModified = self { true } else { false }
    }
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

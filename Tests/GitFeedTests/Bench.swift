import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import HTTPTypes
import SampleUpstreams

/// A fixed instant, so that time passes by `advance(by:)` alone.
let testStart = Date(timeIntervalSince1970: 1_790_000_000)

let harbor = RepositoryName("octo-sample/harbor")!
let lighthouse = RepositoryName("octo-sample/lighthouse")!

/// GitHub as the sample server speaks it, over real HTTP.
struct Bench: Sendable {
    let sample: SampleUpstreams
    let client: HTTPClient

    var control: Control { sample.control }

    func gitHub(token: String? = nil, at baseURL: URL? = nil) -> GitHub {
        GitHub(transport: client, baseURL: baseURL ?? sample.gitHubURL, token: token)
    }

    /// What the module makes of this answer to a question for a repository's events.
    func page(of body: String, headers: [String: String] = [:]) async throws -> EventPage {
        control.fail("/github/repos/*/*/events", with: .status(200, headers: headers, body: body))
        return try await gitHub().events(of: harbor).value.content
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

/// Answers every request with the same body.
struct Canned: HTTPTransport {
    let body: String

    func response(for request: HTTPRequest) -> Single<HTTPReply> {
        .just(HTTPReply(request: request, url: GitHub.publicAPI, status: .ok, headers: [:], body: Data(body.utf8)))
    }
}

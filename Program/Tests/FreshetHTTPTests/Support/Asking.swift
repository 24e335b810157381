import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

/// Five hundred numbers, and what most tests ask for.
let list = "/news/v0/topstories.json"
let events = "/github/repos/octo-sample/harbor/events"

/// Runs a test against a server of its own, and a client.
func withSample(
    _ configuration: SampleUpstreams.Configuration = .init(), client: HTTPClient.Configuration = .init(),
    _ test: (SampleUpstreams, HTTPClient) async throws -> Void
) async throws {
    let sample = try await SampleUpstreams.start(configuration)
    do {
        try await test(sample, HTTPClient(configuration: client))
    } catch {
        await sample.stop()
        throw error
    }
    await sample.stop()
}

extension SampleUpstreams {
    func url(_ path: String) -> URL { URL(string: baseURL.absoluteString + path)! }
    func get(_ path: String, _ headers: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(get: url(path), headers: headers)
    }

    /// The same server by its other name.
    func localhost(_ path: String) -> URL { URL(string: "http://localhost:\(port)\(path)")! }
}

extension HTTPTransport {
    /// The answer, awaited.
    func reply(_ request: HTTPRequest) async throws -> HTTPReply { try await response(for: request).value }

    /// The answer to a request that may be redirected to an address that a person gave too.
    func reply(_ request: HTTPRequest, given other: URL) async throws -> HTTPReply {
        let bounds = RequestBounds(privateOrigins: [request.url, other].compactMap { $0 })
        return try await response(for: request, purpose: .other.bounded(bounds)).value
    }

    /// The error of a request that must fail.
    func failure(_ request: HTTPRequest, _ place: SourceLocation = #_sourceLocation) async throws -> HTTPError {
        try await FreshetHTTPTests.failure(of: response(for: request), place)
    }
}

/// The error of a stream that must fail.
func failure<Value>(
    of single: Single<Value>, _ place: SourceLocation = #_sourceLocation
) async throws -> HTTPError where Value: Sendable {
    let error = await #expect(throws: HTTPError.self, sourceLocation: place) { _ = try await single.value }
    return try #require(error, sourceLocation: place)
}

extension HTTPError {
    /// The name of the case.
    var kind: String {
        String(describing: Mirror(reflecting: self).children.first?.label ?? "")
    }
}

/// Waits until something holds; false after a minute.
func eventually(_ holds: () -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if holds() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return holds()
}

/// A limit for every test that could hang.
extension Trait where Self == TimeLimitTrait {
    static var soon: Self { .timeLimit(.minutes(5)) }
}

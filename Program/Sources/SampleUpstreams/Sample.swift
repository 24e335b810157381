import HTTPTypes
import Platform
import WebText

/// A made-up upstream: it responds like the real one, with growing data.
protocol Sample: Sendable {
    /// The upstream.
    static var api: UpstreamAPI { get }

    /// The base path of its API on the server.
    static var basePath: String { get }

    /// The environment variable for its base address; nil if its feeds have their own addresses.
    static var variable: String? { get }

    init(_ world: World)

    /// The response to a request.
    /// - Parameter path: the parts of the path below ``basePath``.
    func response(_ request: SampleRequest, path: [String]) -> SampleResponse
}

/// All made-up upstreams.
enum Samples {
    static let all: [any Sample.Type] = [
        GitHubSample.self, EONETSample.self, NewsSample.self, USGSSample.self, WebSample.self,
    ]
}

/// An upstream that the sample server imitates.
package struct UpstreamAPI: Hashable, Sendable {
    /// The first part of its paths.
    let prefix: String

    init(prefix: String) { self.prefix = prefix }

    /// The upstream that a path belongs to; nil for other paths.
    init?(path: String) {
        let first = path.split(separator: "/", maxSplits: 1).first?.prefix { $0 != "?" }
        guard let sample = Samples.all.first(where: { $0.api.prefix == first.map(String.init) }) else { return nil }
        self = sample.api
    }
}

/// The start, the seed and the pace that the made-up APIs share.
struct World: Sendable {
    let configuration: SampleUpstreams.Configuration
    /// The start: data before it is history, data after it grows.
    let start: Date
    var seed: UInt64 { configuration.seed }

    init(_ configuration: SampleUpstreams.Configuration, start: Date) {
        self.configuration = configuration
        self.start = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
    }

    /// The seconds between two events that are `seconds` apart at a growth of 1.
    func pace(_ seconds: Double) -> Double {
        seconds / max(configuration.growth, 0.000_001)
    }
}

/// The made-up data of all upstreams without a server, for simulations.
package struct SampleData: Sendable {
    private let samples: [any Sample]
    private let clock: @Sendable () -> Date

    /// The data of a server with this configuration; its clock is the configured one.
    package init(_ configuration: SampleUpstreams.Configuration) {
        clock = configuration.clock
        let world = World(configuration, start: configuration.start ?? configuration.clock())
        samples = Samples.all.map { $0.init(world) }
    }

    /// Answers immediately, on the calling thread.
    package func response(to request: HTTPRequest) -> (head: HTTPResponse, body: [UInt8]) {
        let asked = SampleRequest(request, now: clock())
        let response = response(asked)
        return (response.head(date: HTTPDate(asked.now).description, length: response.body.count), response.body)
    }

    func response(_ request: SampleRequest) -> SampleResponse {
        for sample in samples {
            let base = type(of: sample).basePath.split(separator: "/").map(String.init)
            if request.path.starts(with: base) {
                return sample.response(request, path: Array(request.path.dropFirst(base.count)))
            }
        }
        let bases = samples.map { type(of: $0).basePath }.joined(separator: ", ")
        return SampleResponse(404, html: "<html><body>Look under \(bases).</body></html>")
    }
}

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

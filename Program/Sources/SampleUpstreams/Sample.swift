/// An upstream made up: it answers as the real one does, with data that grows.
protocol Sample: Sendable {
    /// The upstream.
    static var api: UpstreamAPI { get }

    /// The base address that a client is given, below the server's own.
    static var basePath: String { get }

    /// The environment variable that the program reads the base address from; nil where its feeds have addresses of their own.
    static var variable: String? { get }

    init(_ world: World)

    /// The answer to a request.
    /// - Parameter path: the parts of the path below ``basePath``.
    func answer(_ request: SampleRequest, path: [String]) -> Answer
}

/// Every upstream that is made up.
enum Samples {
    static let all: [any Sample.Type] = [
        GitHubSample.self, EONETSample.self, NewsSample.self, USGSSample.self, WebSample.self,
    ]
}

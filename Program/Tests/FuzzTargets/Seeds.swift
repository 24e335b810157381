import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import SampleUpstreams

extension FuzzTarget {
    /// Documents to begin with: the sample upstreams' answers, recorded answers below `recordings`, and a few of our own.
    package func seeds(_ upstreams: SampleUpstreams, recordings: URL?) async throws -> [[UInt8]] {
        if self == .feedLoad { return try await Self.feedLoadSeeds(upstreams, recordings) }
        var seeds = own.map { Array($0.utf8) }
        let client = HTTPClient()
        for path in paths {
            guard let url = URL(string: upstreams.baseURL.absoluteString + path) else { continue }
            seeds.append(Array(try await client.response(for: HTTPRequest(get: url)).value.body))
        }
        guard let recordings, let folder else { return seeds }
        let files = recordings.appending(path: folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: files.path).sorted() {
            seeds.append(Array(try Data(contentsOf: files.appending(path: name))))
        }
        return seeds
    }

    /// The documents of the upstreams, each after the byte that selects a kind of feed that reads it.
    private static func feedLoadSeeds(_ upstreams: SampleUpstreams, _ recordings: URL?) async throws -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for (number, path) in FeedLoadTarget.paths.enumerated() {
            let target: FuzzTarget =
                switch path[0] {
                case "github": .gitHub
                case "news": .hackerNews
                case "planet": .eonet
                case "quakes": .usgs
                default: .webFeed
                }
            for seed in try await target.seeds(upstreams, recordings: recordings) where seed.count < 60_000 {
                seeds.append([UInt8(number)] + seed)
            }
        }
        return seeds
    }

    /// The folder of recorded answers.
    private var folder: String? {
        switch self {
        case .gitHub: "github"
        case .eonet: "eonet"
        case .hackerNews: "hackernews"
        case .usgs: "usgs"
        case .webFeed, .webPage, .subscriptions, .markup, .importing: "webfeeds"
        default: nil
        }
    }

    /// Addresses of the sample upstreams.
    private var paths: [String] {
        switch self {
        case .gitHub:
            ["/repos/octo-sample/harbor/events", "/users/octo-sample", "/rate_limit"].map {
                "/github" + $0
            }
        case .eonet: ["categories", "events", "sources", "magnitudes", "layers"].map { "/eonet/api/v3/" + $0 }
        case .hackerNews: ["topstories.json", "updates.json", "maxitem.json", "item/1.json"].map { "/news/v0/" + $0 }
        default: []
        }
    }
}

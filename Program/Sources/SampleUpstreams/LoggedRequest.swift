#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One of the three upstreams that the sample server stands for.
public enum UpstreamAPI: String, Sendable, CaseIterable {
    /// GitHub's REST API, under `/github`.
    case gitHub
    /// NASA's EONET, under `/eonet`.
    case eonet
    /// Hacker News, under `/news`.
    case news

    init?(path: String) {
        switch path.split(separator: "/", maxSplits: 1).first?.prefix(while: { $0 != "?" }) {
        case "github": self = .gitHub
        case "eonet": self = .eonet
        case "news": self = .news
        default: return nil
        }
    }
}

/// A request as it arrived at the sample server.
public struct LoggedRequest: Sendable {
    /// The method, in capitals.
    public let method: String
    /// The path with the query, as it was sent.
    public let path: String
    /// The headers by their names in lower case; those sent twice are joined by a comma.
    public let headers: [String: String]
    /// When it arrived, by the sample's clock.
    public let date: Date

    /// The upstream that was asked; nil outside the three.
    public var api: UpstreamAPI? { UpstreamAPI(path: path) }
}

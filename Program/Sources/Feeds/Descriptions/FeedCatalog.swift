public import FeedStore
import WebText

/// All upstreams of a program, and the way from an address to a feed.
public struct FeedCatalog: Sendable {
    /// The upstreams, in the order of menus.
    public let upstreams: [Upstream]

    /// A catalog of these.
    public init(_ upstreams: [Upstream]) { self.upstreams = upstreams }

    /// The feed at a path, given as parts without percent encoding; nil if no kind has that path.
    public func feed(path: [String]) -> Feed? {
        guard let upstream = upstreams.first(where: { $0.id == path.first }) else { return nil }
        return upstream.kinds.lazy.compactMap { $0.init(path: path).map { Feed($0) } }.first
    }

    /// The feed of that name in the store; nil for one that this version doesn't know.
    public func feed(_ key: FeedKey) -> Feed? {
        let parts = key.rawValue.split(separator: "/", omittingEmptySubsequences: false)
        let path = parts.compactMap(\.percentDecoded)
        return path.count == parts.count ? feed(path: path) : nil
    }

    /// The feed that a pasted address or a few typed words name; nil where no kind knows them.
    ///
    /// A path of the catalog, such as `news/top`, goes before what kinds make of it.
    public func feed(pasted text: String) -> Feed? {
        feed(FeedKey(text))
            ?? upstreams.flatMap(\.kinds).lazy.compactMap { $0.init(pasted: text).map { Feed($0) } }.first
    }

    /// The upstream with that id.
    public func upstream(_ id: String) -> Upstream? { upstreams.first { $0.id == id } }
}

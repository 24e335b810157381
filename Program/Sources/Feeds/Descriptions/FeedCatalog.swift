import FeedStore
import Search
import WebText

/// All upstreams of a program; turns addresses into feeds.
package struct FeedCatalog: Sendable {
    /// The upstreams, in the order of menus.
    package let upstreams: [Upstream]

    /// A catalog of these upstreams.
    package init(_ upstreams: [Upstream]) { self.upstreams = upstreams }

    /// The feed at a path without percent encoding; nil if no kind has that path.
    package func feed(path: [String]) -> Feed? {
        guard let upstream = upstreams.first(where: { $0.id == path.first }) else { return nil }
        return upstream.kinds.lazy.compactMap { $0.init(path: path).map { Feed($0) } }.first
    }

    /// The feed with that key; nil if this version doesn't know its kind.
    package func feed(_ key: FeedKey) -> Feed? {
        let parts = key.rawValue.split(separator: "/", omittingEmptySubsequences: false)
        let path = parts.compactMap(\.percentDecoded)
        return path.count == parts.count ? feed(path: path) : nil
    }

    /// The feed that a pasted address or typed words name; nil if no kind recognizes them.
    ///
    /// A path in the catalog, such as `news/top`, takes precedence.
    package func feed(pasted text: String) -> Feed? {
        let address = text.pastedAddress
        return feed(FeedKey(text)) ?? upstreams.lazy.compactMap { $0.feed(pasted: address) }.first
    }

    /// The key of a feed that menus offer, as an example.
    package var exampleKey: String { upstreams.last { !$0.menu.isEmpty }?.menu.first?.feed.key.rawValue ?? "FEED" }

    /// Examples of what readers type to follow feeds.
    package var exampleAddresses: [String] { upstreams.compactMap(\.exampleAddress) }

    /// True if the feed is the discussion of one item; false if this version doesn't know its kind.
    package func isDiscussion(_ key: FeedKey) -> Bool { feed(key)?.description.isDiscussion ?? false }

    /// The kinds of the measures of stored items.
    package var measureKinds: MeasureKinds {
        let kinds = kindsByScope
        return MeasureKinds(
            ofScope: { kinds[$0]?.measureKind ?? .all(nil) },
            ofItem: { scope, payload in
                kinds[scope]?.init(path: kinds[scope]?.example ?? []).flatMap { Feed($0).item(payload: payload) }?
                    .search.measureKind
            })
    }

    /// The first kind of feed of each scope.
    var kindsByScope: [String: any FeedDescription.Type] {
        upstreams.flatMap(\.kinds).reduce(into: [:]) { kinds, kind in
            if let scope = kind.init(path: kind.example)?.scope, kinds[scope] == nil { kinds[scope] = kind }
        }
    }

    /// The upstream with that id.
    package func upstream(_ id: String) -> Upstream? { upstreams.first { $0.id == id } }
}

extension Upstream {
    /// The feed that a pasted address or typed words name; nil if none of its kinds recognizes them.
    package func feed(pasted text: String) -> Feed? {
        kinds.lazy.compactMap { $0.init(pasted: text).map { Feed($0) } }.first
    }
}

extension FeedCatalog {
    /// The upstreams with feeds that an account's own token opens.
    package var tokenUpstreams: [Upstream] { upstreams.filter { !$0.tokenVariables.isEmpty } }
}

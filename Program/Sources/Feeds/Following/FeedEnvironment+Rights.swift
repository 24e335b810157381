import FeedStore
import FreshetHTTP
import Platform

/// The rights of an account on a server with several. Each function blocks the calling thread on the store.
extension FeedEnvironment {
    /// Allows administrators any private address, and other accounts the configured hosts. Reads the accounts.
    package func mayReachPrivateNetwork(at url: URL) throws -> Bool {
        try privateHosts.contains(url) || isAdministrator()
    }

    /// Checks addresses that name a private network themselves. Host names aren't looked up.
    package func mayGive(_ url: URL) throws -> Bool { try !url.namesPrivateNetwork || mayReachPrivateNetwork(at: url) }

    /// Returns true if the account is an administrator.
    package func isAdministrator() throws -> Bool {
        try store.accounts().contains { $0.id == store.account && $0.isAdministrator }
    }

    /// The feed as the account's own if its address has a password and there are other accounts, which may not use it.
    package func separated<Description: PasswordFeed>(_ feed: Description) throws -> Description {
        guard feed.owner == nil, try feed.initialExtra() != nil, try store.accounts().count > 1 else { return feed }
        return feed.owned(by: store.account)
    }

    /// Returns true if the account may read a feed; see ``FeedDescription/reader``.
    package func mayRead(_ feed: any FeedDescription) throws -> Bool {
        if let reader = feed.reader, reader != store.account { return false }
        return try store.mayRead(feed.key)
    }

    /// Throws a ``FeedError`` unless the account may read a feed.
    func checkReading(_ feed: any FeedDescription) throws {
        if try !mayRead(feed) { throw FeedError.notShown(type(of: feed).upstream) }
    }

    /// The token that a feed is requested with: its owner's, or else the server's; nil without one.
    package func token(for feed: any FeedDescription) throws -> String? {
        let upstream = type(of: feed).upstream
        return feed.ownableFeed?.owner == nil ? token(for: upstream) : try store.ownToken(for: upstream.id)
    }

    /// The feed as the account's own token opens it; nil without such a token, or if the feed needs none.
    package func own(_ feed: any FeedDescription) throws -> Feed? {
        guard let ownable = feed.ownableFeed, ownable.owner == nil,
            try store.ownToken(for: type(of: feed).upstream.id) != nil
        else { return nil }
        return Feed(ownable.owned(by: store.account))
    }
}

extension FeedError {
    /// The account may not follow what is on a private network.
    package static func privateNetwork(_ url: URL) -> FeedError {
        FeedError(
            kind: "refusedAddress",
            message:
                "\(url.site) is on the server's computer or its private network, where only administrators may follow feeds. "
                + "Ask one to allow this host (accounts.private-hosts in the configuration)",
            remedy: .changeRequest)
    }

    /// The feed belongs to another account.
    static func notShown(_ upstream: Upstream) -> FeedError {
        let message =
            upstream.tokenVariables.isEmpty
            ? "Only the account whose password opens this feed may read it, or administrators if it is on a private network. "
                + "Follow it with your own password if you have one"
            : "Only the account whose token opens this feed may read it. "
                + "Add your own \(upstream.name) token to your account if it opens the feed, and follow it again"
        return FeedError(kind: notShownKind, message: message, remedy: .changeRequest)
    }

    private static let notShownKind = "notShown"

    /// True if the feed belongs to another account.
    var isNotShown: Bool { kind == Self.notShownKind }
}

/// Hosts on this computer or a private network whose feeds all accounts may follow.
package struct PrivateHosts: Sendable, Hashable {
    private var hosts: Set<String> = []

    /// No hosts.
    package init() {}

    /// Adds `host`, for all of its ports, or `host:port`. Returns false for anything else.
    package mutating func insert(_ text: String) -> Bool {
        let host = text.lowercased()
        guard let url = URL(string: "http://\(host)"), url.host() != nil, url.site == host else { return false }
        hosts.insert(host)
        return true
    }

    /// Compares the host, and the port if the list names one.
    package func contains(_ url: URL) -> Bool {
        let host = url.host()?.lowercased() ?? ""
        return hosts.contains(host) || hosts.contains(url.site.lowercased())
            || hosts.contains("\(host):\(url.port ?? (url.scheme == "https" ? 443 : 80))")
    }
}

/// The rights of an account to an address on this computer or a private network.
package enum PrivateAccess: Sendable {
    case allowed
    /// The feed isn't followed: a link may have led to it.
    case unfollowed
    /// Only administrators may.
    case refused
}

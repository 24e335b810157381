import NIOCore
import Platform

/// Which networks connections may reach.
enum Reach: Hashable, Sendable {
    /// This computer and private networks too.
    case anywhere
    case publicInternet
}

/// Decides which addresses a request and its redirects may reach.
struct AddressRule: Sendable {
    private let privateOrigins: [Origin]
    /// Whether the caller named the private origins.
    private let isChosen: Bool
    private let reachesUnknownNetworks: Bool
    private let allows: @Sendable (URL) -> Bool
    private let resolver: HostResolver
    private let proxies: Proxies

    init(_ bounds: RequestBounds, for request: Redirect, _ resolver: HostResolver, _ proxies: Proxies) {
        privateOrigins = bounds.privateOrigins.map { $0.compactMap(Origin.init) } ?? [request.origin]
        isChosen = bounds.privateOrigins != nil
        reachesUnknownNetworks = bounds.reachesUnknownNetworks
        allows = bounds.allows
        self.resolver = resolver
        self.proxies = proxies
    }

    func reach(of target: Redirect) -> Reach {
        privateOrigins.contains { $0.sharesCredentials(with: target.origin) }
            ? .anywhere : .publicInternet
    }

    /// Whether a target that answered is on this computer or a private network, or may be; see ``HTTPReply/isPrivate``.
    func isFromPrivateNetwork(_ target: Redirect) async throws -> Bool {
        if !isChosen { return false }
        if reach(of: target) == .publicInternet {
            guard reachesUnknownNetworks, proxies.server(for: target.url) != nil else { return false }
            return try await isUnknown(target, resolver.addresses(target.origin.host))
        }
        return try await resolver.addresses(target.origin.host).contains { !$0.isPublic }
    }

    /// Whether only a proxy can look up the target, and may know a private address.
    private func isUnknown(_ target: Redirect, _ addresses: [SocketAddress]) -> Bool {
        addresses.isEmpty && proxies.server(for: target.url) != nil
    }

    /// Throws if the target may not be requested; looks up its host unless any address is allowed.
    ///
    /// Every address of the host must be public. The name may resolve differently a moment later, so the connection checks its peer again.
    func check(_ target: Redirect) async throws {
        guard allows(target.url) else { throw HTTPError.refusedAddress(target.url, .notAllowed) }
        guard reach(of: target) == .publicInternet else { return }
        let addresses = try await resolver.addresses(target.origin.host)
        guard addresses.allSatisfy(\.isPublic) else { throw HTTPError.refusedAddress(target.url, .privateNetwork) }
        // A host without addresses fails when it is connected to, unless a proxy connects.
        if isUnknown(target, addresses), !reachesUnknownNetworks {
            throw HTTPError.refusedAddress(target.url, .unknownNetwork)
        }
    }
}

/// The peer of a connection is on this computer or a private network.
struct PrivatePeer: Error {}

extension Channel {
    /// Fails, and closes the connection, unless its peer has a public address.
    func checkPeer() -> EventLoopFuture<Void> {
        if remoteAddress?.isPublic == true { return eventLoop.makeSucceededVoidFuture() }
        // Closed later, so that the pool first learns that the connection failed.
        eventLoop.execute { self.close(promise: nil) }
        return eventLoop.makeFailedFuture(PrivatePeer())
    }
}

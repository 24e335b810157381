import Dispatch
import NIOCore
import Platform
import Synchronization

/// The networks that connections may reach.
enum Reach: Hashable, Sendable {
    /// This computer and private networks too.
    case anywhere
    case publicInternet
}

/// Decides which addresses a request and its redirects may reach.
struct AddressRule: Sendable {
    private let privateOrigins: [Origin]
    /// True if the caller named the private origins.
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

    /// True if a target that answered is on this computer or a private network, or may be; see ``HTTPReply/isPrivate``.
    func isFromPrivateNetwork(_ target: Redirect) async throws -> Bool {
        if !isChosen { return false }
        if reach(of: target) == .publicInternet {
            guard reachesUnknownNetworks, proxies.server(for: target.url) != nil else { return false }
            return try await isUnknown(target, resolver.addresses(target.origin.host))
        }
        return try await resolver.addresses(target.origin.host).contains { !$0.isPublic }
    }

    /// True if only a proxy can look up the target, and may know a private address.
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

extension SocketAddress {
    /// True for a unicast address of the public internet (IANA's special-purpose registries).
    ///
    /// An IPv6 address that contains an IPv4 address is public if the IPv4 address is.
    var isPublic: Bool {
        switch self {
        // After the family and the port; IPv6 has the flow information before the address.
        case .v4(let address): withUnsafeBytes(of: address.address) { Self.isPublic(v4: Array($0[4..<8])) }
        case .v6(let address): withUnsafeBytes(of: address.address) { Self.isPublic(v6: Array($0[8..<24])) }
        case .unixDomainSocket: false
        }
    }

    private static func isPublic(v4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _): false  // unspecified, private, loopback
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168): false  // carrier-grade NAT, link-local, private
        case (192, 0): bytes[2] != 0  // IETF protocol assignments
        case (198, 18...19): false  // benchmarks
        case (224..., _): false  // multicast, reserved, broadcast
        default: true
        }
    }

    private static func isPublic(v6 bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x00, 0x64, 0xff, 0x9b]) {  // NAT64: the well-known prefix, or a network's own
            return bytes[4..<12].allSatisfy { $0 == 0 } && isPublic(v4: Array(bytes[12...]))
        }
        if bytes.starts(with: [0x20, 0x02]) { return isPublic(v4: Array(bytes[2..<6])) }  // 6to4
        if bytes.starts(with: [0x20, 0x01, 0, 0]) { return false }  // Teredo
        // IPv4-mapped and IPv4-compatible addresses, `::` and `::1`.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], [0, 0xff].contains(bytes[10]) {
            return isPublic(v4: Array(bytes[12...]))
        }
        return (0x20...0x3f).contains(bytes[0])  // global unicast is 2000::/3
    }
}

extension URL {
    /// True for `localhost` and addresses of this computer or a private network. Other names aren't looked up.
    package var namesPrivateNetwork: Bool {
        if isOnLoopback { return true }
        let host = (host() ?? "").trimmingPrefix("[").prefix { $0 != "]" }
        // Fails for names, which may be public.
        return (try? SocketAddress(ipAddress: String(host), port: 0)).map { !$0.isPublic } ?? false
    }
}

/// Looks up the addresses of a host.
struct HostResolver: Sendable {
    /// The addresses of a name or a numeric address; empty if there are none.
    let addresses: @Sendable (_ host: String) async throws -> [SocketAddress]

    /// The system's resolver, as connections use it.
    static let system = blocking(lookUp)

    /// Looks names up on threads of its own. A canceled look-up is abandoned: nothing can end it, and it may take minutes.
    static func blocking(_ lookUp: @escaping @Sendable (_ host: String) -> [SocketAddress]) -> HostResolver {
        HostResolver { host in
            let waiting = Mutex<CheckedContinuation<[SocketAddress], any Error>?>(nil)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    waiting.withLock { $0 = continuation }
                    if Task.isCancelled { waiting.withLock { $0.take() }?.resume(throwing: CancellationError()) }
                    DispatchQueue.global().async {
                        let addresses = lookUp(host)
                        waiting.withLock { $0.take() }?.resume(returning: addresses)
                    }
                }
            } onCancel: {
                waiting.withLock { $0.take() }?.resume(throwing: CancellationError())
            }
        }
    }

    private static func lookUp(_ host: String) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        // NIO writes an address of IPv6 in brackets too.
        let name = host.first == "[" ? String(host.dropFirst().prefix { $0 != "]" }) : host
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let info = next?.pointee {
            next = info.ai_next
            guard let address = info.ai_addr else { continue }
            switch info.ai_family {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { found.append(SocketAddress($0.pointee)) }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    found.append(SocketAddress($0.pointee))
                }
            default: break
            }
        }
        return found
    }
}

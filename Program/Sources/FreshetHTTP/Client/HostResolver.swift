import NIOCore
import NIOPosix
import Platform

/// Looks up the addresses of a host.
struct HostResolver: Sendable {
    /// The addresses of a name or a numeric address; empty if there are none.
    let addresses: @Sendable (_ host: String) async throws -> [SocketAddress]

    /// The system's resolver, as connections use it.
    static let system = HostResolver { host in
        try await NIOThreadPool.singleton.runIfActive { lookUp(host) }
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

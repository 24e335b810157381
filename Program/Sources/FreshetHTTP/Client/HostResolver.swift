import Dispatch
import NIOCore
import Platform
import Synchronization

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

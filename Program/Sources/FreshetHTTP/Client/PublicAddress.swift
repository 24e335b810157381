import NIOCore
import Platform

extension SocketAddress {
    /// Whether it is a unicast address of the public internet (IANA's special-purpose registries).
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

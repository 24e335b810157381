import HTTPTypes
import Platform

/// The proxies that are trusted to report their clients' addresses.
struct TrustedProxies: Sendable {
    private let addresses: Set<IPAddress>
    /// Whether a proxy is expected on this machine.
    private let areOnThisMachine: Bool

    /// - Parameters:
    ///   - publicURL: the server's address behind a proxy, which is on this machine unless it is among `addresses`.
    ///   - hasAllowedHosts: whether the server answers for other names, as it does behind a proxy.
    init(_ addresses: [IPAddress], publicURL: PublicURL?, hasAllowedHosts: Bool = false) {
        self.addresses = Set(addresses)
        areOnThisMachine = publicURL != nil || hasAllowedHosts
    }

    /// Whether the address is a trusted proxy.
    func contain(_ address: IPAddress) -> Bool {
        addresses.contains(address) || areOnThisMachine && address.isLoopback
    }

    /// The client's address: the peer of the connection or, behind proxies, the last forwarded address that isn't a proxy.
    func client(at peer: IPAddress?, _ headers: HTTPFields) -> IPAddress? {
        guard var client = peer else { return nil }
        for hop in headers[values: .forwardedFor].joined(separator: ",").split(separator: ",").reversed() {
            guard contain(client), let address = IPAddress(hop) else { break }
            client = address
        }
        return client
    }
}

extension HTTPFields {
    /// Whether a proxy has added fields about the client that sent the request to it. Proxies may add none.
    var areForwarded: Bool { HTTPField.Name.ofProxies.contains { self[$0] != nil } }
}

extension HTTPField.Name {
    // Field names are tokens; these are.
    fileprivate static let ofProxies: [HTTPField.Name] = [
        "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port",
        "X-Forwarded-Server", "X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP",
    ].compactMap { HTTPField.Name($0) }
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For").unsafelyUnwrapped
}

import HTTPTypes

/// The proxies that may say whom they forward requests for.
struct Proxies: Sendable {
    private let addresses: Set<IPAddress>
    /// Whether a proxy is expected on this machine.
    private let areOnThisMachine: Bool

    /// - Parameter publicURL: the server's address behind a proxy, which is on this machine unless it is among `addresses`.
    init(_ addresses: [IPAddress], publicURL: PublicURL?) {
        self.addresses = Set(addresses)
        areOnThisMachine = publicURL != nil
    }

    /// Whether requests from the address may be forwarded ones.
    func contain(_ address: IPAddress) -> Bool {
        addresses.contains(address) || areOnThisMachine && address.isLoopback
    }

    /// The client: the other end of the connection or, behind a proxy, the last address that proxies didn't add for each other.
    func client(at peer: IPAddress?, _ headers: HTTPFields) -> IPAddress? {
        guard var client = peer else { return nil }
        for hop in headers[values: .forwardedFor].joined(separator: ",").split(separator: ",").reversed() {
            guard contain(client), let address = IPAddress(hop) else { break }
            client = address
        }
        return client
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For").unsafelyUnwrapped
}

import HTTPTypes
import NIOCore
import Platform

extension ServerOptions {
    /// Sign-in by a header of proxies that have authenticated the reader.
    package struct ProxySignIn: Sendable, Hashable {
        /// The addresses and networks of the proxies, or `unix` for the server's Unix socket; empty to turn it off.
        package var proxies: [String] = []
        /// The header that has the name of the account.
        package var header = "Remote-User"
        /// True to add an account for a name that no account has.
        package var addsAccounts = false
        /// True to refuse a request of such a proxy without the header. Otherwise its reader signs in as usual.
        package var refusesNameless = false
        /// The address for signing out of the proxy; nil if unknown.
        package var signOutURL: String?

        /// Creates a configuration without proxies.
        package init() {}
    }
}

/// Reads the name of an account that a proxy sends.
///
/// The connection's own peer counts, never an address that was forwarded: a client can write those.
struct ProxyIdentity: Sendable {
    /// The claim of a request about its account.
    enum Claim: Sendable, Hashable {
        /// It isn't from such a proxy; its header counts for nothing.
        case foreign
        /// It is from such a proxy, and has no header.
        case nameless
        /// The header occurs more than once, so that a client may have sent one of them.
        case ambiguous
        /// The name of an account.
        case name(String)
    }

    /// The name of the Unix socket among addresses.
    static let socket = "unix"

    let configuration: ServerOptions.ProxySignIn
    private let networks: [IPNetwork]
    private let trustsSocket: Bool
    private let field: HTTPField.Name

    /// Nil if no proxy is named.
    init?(_ configuration: ServerOptions.ProxySignIn) throws(FreshetServer.Refusal) {
        var networks: [IPNetwork] = []
        for text in configuration.proxies where text != Self.socket {
            guard let network = IPNetwork(text) else { throw .badSignInProxy(text) }
            networks.append(network)
        }
        guard let field = HTTPField.Name(configuration.header), !Self.isTaken(field) else {
            throw .badSignInHeader(configuration.header)
        }
        if configuration.proxies.isEmpty { return nil }
        (self.configuration, self.networks, self.field) = (configuration, networks, field)
        trustsSocket = configuration.proxies.contains(Self.socket)
    }

    /// True if browsers or this server give the header another meaning.
    private static func isTaken(_ field: HTTPField.Name) -> Bool {
        [.authorization, .cookie, .host, .origin, .referer, .userAgent, .forwardedProto].contains(field)
    }

    /// Reads the claim of a request on a connection.
    func claim(in headers: HTTPFields, at connection: ClientConnection) -> Claim {
        guard trusts(connection) else { return .foreign }
        let values = headers[values: field].map { $0.trimmed }.filter { !$0.isEmpty }
        guard let name = values.first else { return .nameless }
        return values.count == 1 ? .name(name) : .ambiguous
    }

    private func trusts(_ connection: ClientConnection) -> Bool {
        if connection.isUnixSocket { return trustsSocket }
        guard let peer = connection.peer else { return false }
        return networks.contains { $0.contains(peer) }
    }
}

extension ClientConnection {
    /// True if the client is on this machine, at the server's Unix socket.
    fileprivate var isUnixSocket: Bool {
        if case .unixDomainSocket? = channel.localAddress { true } else { false }
    }
}

extension String {
    fileprivate var trimmed: String {
        let rest = drop { $0 == " " || $0 == "\t" }
        return String(rest.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

import HTTPTypes
import NIOCore
import Platform

extension FreshetServer.Configuration {
    /// Sign-in by a header of proxies that have authenticated the reader.
    package struct ProxySignIn: Sendable, Hashable {
        /// The addresses and networks of the proxies; `unix` stands for the server's Unix socket. None turns it off.
        package var proxies: [String] = []
        /// The header that has the name of the account.
        package var header = "Remote-User"
        /// Whether an account is added for a name that no account has.
        package var addsAccounts = false
        /// Whether a request of such a proxy without the header is refused. Otherwise its reader signs in as usual.
        package var refusesNameless = false
        /// Where to sign out of the proxy; nil if unknown.
        package var signOutURL: String?

        /// Nobody signs in that way.
        package init() {}
    }
}

/// Reads which account a proxy names.
///
/// The connection's own peer counts, never an address that was forwarded: a client can write those.
struct ProxyIdentity: Sendable {
    /// What a request says.
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

    /// Stands for the Unix socket among addresses.
    static let socket = "unix"

    let configuration: FreshetServer.Configuration.ProxySignIn
    private let networks: [IPNetwork]
    private let trustsSocket: Bool
    private let field: HTTPField.Name

    /// Nil if no proxy is named.
    init?(_ configuration: FreshetServer.Configuration.ProxySignIn) throws(FreshetServer.Refusal) {
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

    /// Whether browsers or this server give the header another meaning.
    private static func isTaken(_ field: HTTPField.Name) -> Bool {
        [.authorization, .cookie, .host, .origin, .referer, .userAgent, .forwardedProto].contains(field)
    }

    /// What a request says that came on a connection.
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
    /// Whether the client is on this machine, at the server's Unix socket.
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

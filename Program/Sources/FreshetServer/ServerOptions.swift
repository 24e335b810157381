import FeedStore
import Feeds
import Platform

/// The options of a server.
package struct ServerOptions: Sendable {
    /// The host name or address to listen on.
    package var host: String
    /// The port to listen on; 0 chooses a free one.
    package var port: Int
    /// The path of a Unix socket to listen on in place of the host and the port.
    package var socket: String?
    /// The token readers sign in with; nil for none.
    package var token: String?
    /// The token with which programs read the metrics, and nothing else; nil for none.
    package var metricsToken: String?
    /// Host names, besides those of loopback, that the server answers for.
    package var allowedHosts: [String]
    /// The address for readers behind a proxy, such as `https://feeds.example.org` or `https://example.org/freshet`.
    ///
    /// It is used in the links of feeds, and the server answers for its host name.
    package var publicURL: String?
    /// The maximum number of live clients; further ones get a 503.
    package var maximumClients: Int
    /// The folder that pictures are cached in; nil caches none.
    package var cacheFolder: URL?
    /// The maximum size of the cached pictures of articles in bytes; 0 shows links instead of pictures.
    package var pictureLimit = ServerOptions.usualPictureLimit
    /// The folder that sessions are kept in; nil if they end with the process.
    package var sessionFolder: URL?
    /// The addresses of proxies, besides one on this machine, whose `X-Forwarded-For` is trusted.
    package var proxies: [String]
    /// The program's version, shown on pages.
    package var version: String
    /// The time for which a feed stays connected after its last client disconnects.
    package var gracePeriod: Duration
    /// The address of the newest version's number, which is requested once a day; nil to check for no updates.
    package var updateAddress: URL?
    /// Sends a test notification to a destination, and throws if that isn't accepted; nil if the page can't send any.
    package var deliver: (@Sendable (OutgoingMessage, Destination) async throws -> Void)?

    /// Sign-in by a header of proxies.
    package var proxySignIn = ProxySignIn()
    /// Sign-in by an OpenID provider; nil for none.
    package var openID: OpenIDSignIn?
    /// True if accounts sign in with passwords. App passwords are always accepted.
    package var allowsPasswords = true
    /// Called when the store may have changed, by this or another process.
    package var onChange: (@Sendable () -> Void)?

    /// The time for requests in progress when the server stops; their connections are closed then.
    var shutdownTimeout = Duration.milliseconds(4500)
    /// The time that a connection may take to send the headers of a request, in seconds.
    var idleTimeout = 30
    /// The time that a request and its response may take, in seconds, except for live updates.
    var requestTimeout = 120
    /// The maximum number of live feeds that one client receives, besides followed ones; any number on this machine.
    var feedsPerClient = 100
    /// The maximum number of live feeds that nobody follows.
    var maximumFeeds = 500
    /// The interval of heartbeats in seconds; they show both sides that the connection works.
    var heartbeat = 15
    /// The interval between checks for requests to hubs, in milliseconds.
    var hubInterval = 30_000
    /// The time after the start at which the first check for an update may begin, in seconds.
    var updateDelay = 60
    /// Throws if the store doesn't answer.
    var checkStore: @Sendable (FeedStore) throws -> Void = { _ = try $0.changeNumber() }
    /// The number of heartbeats without a read after which a client is disconnected.
    var maximumIdleHeartbeats = 4

    /// 512 MiB.
    package static let usualPictureLimit = 512 << 20

    /// Loopback, without a token.
    package init(
        host: String = "127.0.0.1", port: Int = 8080, token: String? = nil, allowedHosts: [String] = [],
        publicURL: String? = nil, maximumClients: Int = 10_000, cacheFolder: URL? = nil,
        sessionFolder: URL? = nil, proxies: [String] = [], version: String = "",
        gracePeriod: Duration = .seconds(30)
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.allowedHosts = allowedHosts
        self.publicURL = publicURL
        self.maximumClients = maximumClients
        self.cacheFolder = cacheFolder
        self.sessionFolder = sessionFolder
        self.proxies = proxies
        self.version = version
        self.gracePeriod = gracePeriod
    }

    /// Throws the reason if an address in it is invalid.
    package func checkAddresses() throws(FreshetServer.Refusal) {
        _ = try readPublicURL()
        _ = try readProxies()
        _ = try ProxyIdentity(proxySignIn)
        if let openID, !openID.isIssuerSecure { throw .badIssuer(openID.issuer) }
    }

    /// Throws the reason if no server may start with these options.
    ///
    /// - Parameter ways: how accounts can sign in.
    package func check(_ ways: WaysToSignIn = .none) throws(FreshetServer.Refusal) {
        try checkAddresses()
        if !allowsPasswords, !signsInElsewhere { throw .noSignIn }
        if signsInElsewhere, ways != .password { throw .signInNeedsPassword }
        try check(token, of: "FRESHET_TOKEN")
        try check(metricsToken, of: "FRESHET_METRICS_TOKEN")
        if needsAccounts, ways == .none {
            throw .open(
                to: publicURL ?? allowedHosts.first.map { "\($0) (--allow-host)" } ?? host)
        }
    }

    private func check(_ token: String?, of variable: String) throws(FreshetServer.Refusal) {
        guard let token else { return }
        if token.utf8.count < 12 { throw .weakToken(in: variable, isReachable: false) }
        if isReachable, !token.isUnguessable { throw .weakToken(in: variable, isReachable: true) }
    }

    /// True if accounts are the only protection, so that everybody signs in.
    ///
    /// If a proxy or a provider signs in to accounts, a server that loses its last password stays closed to everybody else.
    var needsAccounts: Bool { token == nil && isReachable || signsInElsewhere }

    /// True if accounts can be signed in to without a password.
    private var signsInElsewhere: Bool { !proxySignIn.proxies.isEmpty || openID != nil }

    /// True if others than this computer may reach the server.
    private var isReachable: Bool {
        !IPAddress.isLoopback(host: host) || publicURL != nil || !allowedHosts.isEmpty
    }

    func readProxies() throws(FreshetServer.Refusal) -> TrustedProxies {
        var addresses: [IPAddress] = []
        for text in proxies {
            guard let address = IPAddress(text) else { throw .badProxy(text) }
            addresses.append(address)
        }
        return TrustedProxies(
            addresses, publicURL: try readPublicURL(), hasAllowedHosts: !allowedHosts.isEmpty)
    }

    /// The path of the public address, such as `/freshet`; empty if it has none.
    package var pathPrefix: String {
        // A server doesn't start with an invalid address.
        do { return try readPublicURL()?.prefix.text ?? "" } catch { return "" }
    }

    func readPublicURL() throws(FreshetServer.Refusal) -> PublicURL? {
        guard let publicURL else { return nil }
        do { return try PublicURL(publicURL) } catch { throw .badPublicURL(publicURL, why: error.description) }
    }
}

extension FreshetServer {
    /// The reason why a server doesn't start.
    package enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// Without a token or a password, anyone who can reach this address could read and change everything.
        case open(to: String)
        /// The token in a variable is too short, or could be guessed by others who can reach the server.
        case weakToken(in: String, isReachable: Bool)
        /// The public address is invalid.
        case badPublicURL(String, why: String)
        /// The address of a proxy is invalid.
        case badProxy(String)
        /// The address of a proxy that names accounts is invalid.
        case badSignInProxy(String)
        /// The header can't name accounts.
        case badSignInHeader(String)
        /// The address of the OpenID provider isn't encrypted.
        case badIssuer(String)
        /// Passwords are off, and nothing replaces them.
        case noSignIn
        /// No account has a password, which protects the server if the other way to sign in is removed.
        case signInNeedsPassword

        /// The problem and its remedy.
        package var description: String {
            switch self {
            case .open(let address):
                "Everyone who can reach \(address) would have access. First run “freshet accounts reset admin” for this store: "
                    + "it prints a link to sign in with. Or set FRESHET_TOKEN to a secret, or serve only this computer: "
                    + "listen on 127.0.0.1 without --public-url and --allow-host."
            case .weakToken(let variable, false):
                "The token in \(variable) is too short. Use at least 12 characters, such as the output of "
                    + "“openssl rand -hex 16”."
            case .weakToken(let variable, true):
                "The token in \(variable) could be guessed by others who can reach this server. Use one of 128 bits, such "
                    + "as the output of “openssl rand -hex 16”."
            case .badPublicURL(let text, let why): "“\(text)” isn't a public address: \(why)."
            case .badProxy(let text): "“\(text)” isn't the IP address of a proxy. Use one such as 10.88.0.1."
            case .badSignInProxy(let text):
                "“\(text)” isn't an IP address or a network. Use one such as 10.88.0.1, 10.88.0.0/16 or unix."
            case .badSignInHeader(let text):
                "“\(text)” can't be the header that names accounts. Use one such as Remote-User."
            case .badIssuer(let text):
                "“\(text)” can't be an OpenID provider. Use an address that begins with https://."
            case .noSignIn:
                "Nobody could sign in without passwords. Name a proxy (sign-in.proxies) or a provider (openid.issuer), or "
                    + "set sign-in.passwords to true."
            case .signInNeedsPassword:
                "Set a password first (freshet accounts password admin). It opens the server if the proxy or the "
                    + "provider fails, and keeps it closed if you remove the setting."
            }
        }
    }
}

extension String {
    /// True if the text has 128 bits, assuming characters chosen at random among those of the same kinds.
    ///
    /// That takes 32 hexadecimal digits, 22 letters and digits, or more of a passphrase.
    fileprivate var isUnguessable: Bool {
        let kinds: [(size: Double, contains: (UInt8) -> Bool)] = [
            (10, { 0x30...0x39 ~= $0 }), (6, { 0x61...0x66 ~= $0 }), (20, { 0x67...0x7A ~= $0 }),
            (26, { 0x41...0x5A ~= $0 }), (32, { !(0x30...0x39 ~= $0) && !(0x61...0x7A ~= $0 | 0x20) }),
        ]
        let alphabet = kinds.reduce(0) { $0 + (utf8.contains(where: $1.contains) ? $1.size : 0) }
        return Set(utf8).count >= 8 && Double(utf8.count) * log2(alphabet) >= 128
    }
}

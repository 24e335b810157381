#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension FreshetServer {
    /// What the server is started with.
    public struct Configuration: Sendable {
        /// The name or address to listen on.
        public var host: String
        /// The port to listen on; 0 takes a free one.
        public var port: Int
        /// What readers have to sign in with; nil is nothing, which only loopback allows.
        public var token: String?
        /// Names besides those of loopback that requests may be addressed to.
        public var allowedHosts: [String]
        /// Where readers elsewhere reach it, through a proxy: `https://feeds.example.org`, for the links in feeds, and requests may be addressed to it.
        public var publicURL: String?
        /// How many may follow feeds at the same time; whoever is too many gets a 503.
        public var maximumClients: Int
        /// Where pictures are kept; nil keeps none.
        public var cacheFolder: URL?
        /// The program's version, for the pages.
        public var version: String
        /// How long a feed is still watched after the last one has left.
        public var patience: Duration

        /// Every so many seconds something is sent to every client, so that both sides notice when the other one is gone.
        var heartbeat = 15
        /// So many of these are waited until a client takes what was sent: a minute.
        var heartbeatsToTake = 4

        /// Loopback, without a token.
        public init(
            host: String = "127.0.0.1", port: Int = 8080, token: String? = nil, allowedHosts: [String] = [],
            publicURL: String? = nil, maximumClients: Int = 10_000, cacheFolder: URL? = nil, version: String = "",
            patience: Duration = .seconds(30)
        ) {
            self.host = host
            self.port = port
            self.token = token
            self.allowedHosts = allowedHosts
            self.publicURL = publicURL
            self.maximumClients = maximumClients
            self.cacheFolder = cacheFolder
            self.version = version
            self.patience = patience
        }

        /// Throws why no server may be started like this.
        public func check() throws(Refusal) {
            _ = try readPublicURL()
            if let token {
                if token.utf8.count < 12 { throw .weakToken }
            } else if !HostRule.isLoopback(host) {
                throw .openWithoutToken(host: host)
            }
        }

        func readPublicURL() throws(Refusal) -> PublicURL? {
            guard let publicURL else { return nil }
            do { return try PublicURL(publicURL) } catch { throw .badPublicURL(publicURL, why: error.description) }
        }
    }

    /// Why a server is not started.
    public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// Anybody who can reach this address could read, and change what is followed.
        case openWithoutToken(host: String)
        /// No token at all, or one that is guessed soon.
        case weakToken
        /// What readers are said to reach the server by is no address, or one that no page of it could stand at.
        case badPublicURL(String, why: String)

        /// What is wrong and what to do.
        public var description: String {
            switch self {
            case .openWithoutToken(let host):
                "listening on \(host) would let everybody in who can reach it: set FRESHET_TOKEN to a secret that "
                    + "readers sign in with, or listen on 127.0.0.1"
            case .weakToken:
                "the token in FRESHET_TOKEN is too short to keep anybody out: give 12 characters or more, "
                    + "such as those of “openssl rand -hex 16”"
            case .badPublicURL(let text, let why): "“\(text)” is no public address: \(why)"
            }
        }
    }
}

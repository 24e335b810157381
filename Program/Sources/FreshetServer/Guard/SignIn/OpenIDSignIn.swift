import Platform

extension FreshetServer.Configuration {
    /// Sign-in by an OpenID provider.
    package struct OpenIDSignIn: Sendable, Hashable {
        /// A claim whose value is the name of an account.
        package enum NameClaim: String, Sendable, Hashable, CaseIterable {
            case preferredUsername = "preferred_username"
            /// Only if the provider has verified it.
            case email
        }

        /// The provider's address, exactly as it names itself.
        package var issuer: String
        /// This server's id at the provider.
        package var clientID: String
        /// This server's secret at the provider; nil for a public client.
        package var clientSecret: String?
        /// The provider's name, for the button.
        package var name = "OpenID"
        /// The claim by which an identity that isn't linked yet finds its account; nil if only accounts link theirs.
        package var nameClaim: NameClaim?
        /// Whether an account is added for an identity that finds none.
        package var addsAccounts = false

        /// Sign-in by this provider.
        package init(issuer: String, clientID: String, clientSecret: String? = nil) {
            (self.issuer, self.clientID, self.clientSecret) = (issuer, clientID, clientSecret)
        }

        /// Where the provider describes itself; nil if the issuer isn't an address that may be requested.
        var metadataURL: URL? {
            var base = issuer[...]
            if base.last == "/" { base.removeLast() }
            return Self.secureURL(base + "/.well-known/openid-configuration")
        }

        /// Whether the provider is asked by TLS, or on this computer.
        package var isIssuerSecure: Bool { metadataURL != nil }

        /// The address, if tokens and secrets may be sent to it: by TLS, or within this computer.
        static func secureURL(_ text: some StringProtocol) -> URL? {
            guard let url = URL(string: String(text)), let scheme = url.scheme?.lowercased(), let host = url.host(),
                url.fragment() == nil, url.user() == nil
            else { return nil }
            return scheme == "https" || scheme == "http" && IPAddress.isLoopback(host: host) ? url : nil
        }
    }
}

/// Why a sign-in by an OpenID provider failed. The descriptions contain no secrets.
enum OpenIDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The provider couldn't be reached, or its response couldn't be read.
    case unavailable(String)
    /// The provider's description or keys are wrong.
    case misconfigured(String)
    /// The provider refused.
    case refused(String)
    /// The ID token is signed with a key that the provider hasn't published.
    case unknownKey
    /// The ID token isn't valid.
    case badToken(String)

    var description: String {
        switch self {
        case .unavailable(let reason): "The provider can't be reached: \(reason)"
        case .misconfigured(let reason): "The provider's configuration is wrong: \(reason)."
        case .refused(let reason): "The provider refused: \(reason)."
        case .unknownKey: "The provider's response can't be trusted: its key is unknown."
        case .badToken(let reason): "The provider's response can't be trusted: \(reason)."
        }
    }
}

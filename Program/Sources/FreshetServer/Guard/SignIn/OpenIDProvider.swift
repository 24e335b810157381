import Dispatch
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization
import WebText

/// The configured OpenID provider: makes requests to it, and caches its description and keys.
final class OpenIDProvider: Sendable {
    /// The provider's description of itself (OpenID Connect Discovery 1.0, section 3).
    struct Metadata: Sendable, Decodable {
        let issuer: String
        let authorizationEndpoint: String
        let tokenEndpoint: String
        let keysAddress: String
        let userEndpoint: String?
        let tokenMethods: [String]?

        private enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case keysAddress = "jwks_uri"
            case userEndpoint = "userinfo_endpoint"
            case tokenMethods = "token_endpoint_auth_methods_supported"
        }
    }

    private struct State {
        var metadata: (value: Metadata, readAt: Date)?
        var keys: (value: [JSONWebKey], readAt: Date)?
        /// The time at which keys were last read because one was unknown.
        var renewedAt: Date?
    }

    /// The time for which the description and the keys are used, in seconds.
    private static let lifetime: TimeInterval = 3600
    /// The shortest interval at which unknown keys cause a request, in seconds.
    private static let renewal: TimeInterval = 10
    private static let largestReply = 1 << 20
    private static let timeout = RxTimeInterval.seconds(15)

    let configuration: ServerOptions.OpenIDSignIn
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    // Sign-ins on many threads share what was read.
    private let state = Mutex(State())

    init(
        _ configuration: ServerOptions.OpenIDSignIn, _ transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date
    ) {
        (self.configuration, self.transport, self.now) = (configuration, transport, now)
    }

    /// The address at the provider that begins a sign-in.
    func address(for attempt: SignInAttempt, returningTo callback: String) async throws -> String {
        let endpoint = try await metadata().authorizationEndpoint
        guard ServerOptions.OpenIDSignIn.secureURL(endpoint) != nil else {
            throw OpenIDError.misconfigured("authorization_endpoint must begin with https://")
        }
        let fields = [
            ("response_type", "code"), ("client_id", configuration.clientID), ("redirect_uri", callback),
            ("scope", configuration.nameClaim == .email ? "openid profile email" : "openid profile"),
            ("state", attempt.state), ("nonce", attempt.nonce), ("code_challenge", attempt.challenge),
            ("code_challenge_method", "S256"),
        ]
        return endpoint + (endpoint.contains("?") ? "&" : "?") + Self.form(fields)
    }

    /// Exchanges the code for the provider's claims about the reader.
    func claims(for code: String, _ attempt: SignInAttempt, returningTo callback: String) async throws -> OpenIDClaims {
        let metadata = try await metadata()
        let tokens = try await tokens(for: code, attempt, metadata, callback)
        let expected = IDToken.Expectation(
            issuer: configuration.issuer, clientID: configuration.clientID, nonce: attempt.nonce, now: now())
        var claims: OpenIDClaims
        do {
            claims = try IDToken(tokens.idToken, keys: try await keys(metadata), expected).claims
        } catch OpenIDError.unknownKey {
            claims = try IDToken(tokens.idToken, keys: try await renewedKeys(metadata), expected).claims
        }
        // Some providers keep names out of the ID token.
        guard let needed = configuration.nameClaim ?? (configuration.addsAccounts ? .preferredUsername : nil),
            claims.name(needed) == nil, let endpoint = metadata.userEndpoint, let access = tokens.accessToken
        else { return claims }
        let more: OpenIDClaims = try await read(
            endpoint, "userinfo_endpoint", headers: [.authorization: "Bearer " + access])
        guard more.sub == claims.sub else { throw OpenIDError.badToken("userinfo_endpoint describes another user") }
        claims.preferredUsername = claims.preferredUsername ?? more.preferredUsername
        if claims.name(.email) == nil { (claims.email, claims.isEmailVerified) = (more.email, more.isEmailVerified) }
        return claims
    }

    // MARK: Requests

    private struct Tokens: Decodable {
        let idToken: String
        let accessToken: String?

        private enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    private func tokens(
        for code: String, _ attempt: SignInAttempt, _ metadata: Metadata, _ callback: String
    ) async throws -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback),
            ("code_verifier", attempt.verifier),
        ]
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let methods = metadata.tokenMethods ?? ["client_secret_basic"]
        if let secret = configuration.clientSecret {
            if methods.contains("client_secret_basic") || !methods.contains("client_secret_post") {
                let pair = configuration.clientID.percentEncoded + ":" + secret.percentEncoded
                headers[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
            } else {
                fields += [("client_id", configuration.clientID), ("client_secret", secret)]
            }
        } else {
            fields.append(("client_id", configuration.clientID))
        }
        return try await read(
            metadata.tokenEndpoint, "token_endpoint", headers: headers, body: Data(Self.form(fields).utf8))
    }

    private func metadata() async throws -> Metadata {
        let now = now()
        if let known = state.withLock({ $0.metadata }), abs(now.timeIntervalSince(known.readAt)) < Self.lifetime {
            return known.value
        }
        guard let url = configuration.metadataURL else {
            throw OpenIDError.misconfigured("openid.issuer must begin with https://")
        }
        let metadata: Metadata = try await read(url.absoluteString, "openid.issuer")
        guard metadata.issuer == configuration.issuer else {
            throw OpenIDError.misconfigured(
                "it names itself \(metadata.issuer.prefix(200)), and openid.issuer is \(configuration.issuer)")
        }
        state.withLock { $0.metadata = (metadata, now) }
        return metadata
    }

    private func keys(_ metadata: Metadata) async throws -> [JSONWebKey] {
        if let known = state.withLock({ $0.keys }), abs(now().timeIntervalSince(known.readAt)) < Self.lifetime {
            return known.value
        }
        return try await readKeys(metadata)
    }

    /// The keys, read again for a token whose key is unknown, unless that has just been done.
    private func renewedKeys(_ metadata: Metadata) async throws -> [JSONWebKey] {
        let now = now()
        let isDue = state.withLock { state in
            if let last = state.renewedAt, abs(now.timeIntervalSince(last)) < Self.renewal { return false }
            state.renewedAt = now
            return true
        }
        guard isDue else { throw OpenIDError.unknownKey }
        return try await readKeys(metadata)
    }

    private func readKeys(_ metadata: Metadata) async throws -> [JSONWebKey] {
        let keys: JSONWebKeys = try await read(metadata.keysAddress, "jwks_uri")
        let now = now()
        state.withLock { $0.keys = (keys.keys, now) }
        return keys.keys
    }

    /// Requests a document; sends a body by `POST`.
    ///
    /// Only the configured address may be on a private network, besides addresses of the same origin.
    private func read<Value: Decodable & Sendable>(
        _ address: String, _ name: String, headers: HTTPFields = [:], body: Data? = nil
    ) async throws -> Value {
        guard let url = ServerOptions.OpenIDSignIn.secureURL(address) else {
            throw OpenIDError.misconfigured("\(name) must begin with https://")
        }
        var request = HTTPRequest(get: url, headers: headers)
        request.headerFields[.accept] = "application/json"
        let trusted = URL(string: configuration.issuer).map { [$0] }
        // No redirect receives the secret, the code or the token.
        var bounds = RequestBounds(body: Self.largestReply, privateOrigins: trusted ?? []) { $0 == url }
        bounds.readsPostedReply = true
        var purpose = RequestPurpose.openID.bounded(bounds)
        if let body {
            request.method = .post
            purpose = purpose.sending(body)
        }
        let reply: HTTPReply
        do {
            reply = try await transport.response(for: request, purpose: purpose)
                .timeout(Self.timeout, scheduler: ConcurrentDispatchQueueScheduler(qos: .userInitiated)).value
        } catch HTTPError.status(_, let status, let text) where status.kind == .clientError {
            throw OpenIDError.refused(Self.reason(text) ?? "\(name) responded \(status.code)")
        } catch let error as HTTPError {
            throw OpenIDError.unavailable(error.description)
        } catch RxError.timeout {
            throw OpenIDError.unavailable("\(name) didn't respond in time.")
        }
        do { return try JSONDecoder().decode(Value.self, from: reply.body) } catch {
            throw OpenIDError.misconfigured("the response of \(name) can't be read")
        }
    }

    /// The reason in a refusal (RFC 6749, section 5.2); nil if it has none.
    private static func reason(_ text: String) -> String? {
        struct Refusal: Decodable {
            let error: String
            let error_description: String?
        }
        // A body in another format has no reason.
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(text.utf8)) else { return nil }
        return String((refusal.error + (refusal.error_description.map { ", " + $0 } ?? "")).prefix(300))
    }

    private static func form(_ fields: [(String, String)]) -> String {
        fields.map { $0 + "=" + $1.percentEncoded }.joined(separator: "&")
    }
}

extension RequestPurpose {
    /// A request to an OpenID provider.
    fileprivate static let openID = RequestPurpose(rawValue: "openID")
}

extension ServerOptions {
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
        /// True to add an account for an identity that finds none.
        package var addsAccounts = false

        /// Sign-in by this provider.
        package init(issuer: String, clientID: String, clientSecret: String? = nil) {
            (self.issuer, self.clientID, self.clientSecret) = (issuer, clientID, clientSecret)
        }

        /// The address of the provider's description; nil if the issuer isn't an address that may be requested.
        var metadataURL: URL? {
            var base = issuer[...]
            if base.last == "/" { base.removeLast() }
            return Self.secureURL(base + "/.well-known/openid-configuration")
        }

        /// True if the provider is reached by TLS, or on this computer.
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

/// The reason for a failed sign-in by an OpenID provider. The descriptions contain no secrets.
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

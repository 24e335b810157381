import Platform

/// What a provider says about its user, in a token that it has signed (OpenID Connect Core 1.0, section 2).
struct IDToken: Sendable {
    /// What the token must say.
    struct Expectation: Sendable {
        let issuer: String
        let clientID: String
        let nonce: String
        let now: Date
    }

    let claims: OpenIDClaims

    /// How far the provider's clock may be off, in seconds.
    private static let leeway: TimeInterval = 60

    /// Reads a token, and checks its signature and what it says.
    init(_ text: String, keys: [JSONWebKey], _ expected: Expectation) throws(OpenIDError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, text.utf8.count < 64 << 10, let header = Data(base64URL: parts[0]),
            let payload = Data(base64URL: parts[1]), let signature = Data(base64URL: parts[2])
        else { throw .badToken("the ID token isn't a signed one") }
        let head: Header
        do { head = try JSONDecoder().decode(Header.self, from: header) } catch {
            throw .badToken("the head of the ID token can't be read")
        }
        // What a token declares critical must be understood (RFC 7515, section 4.1.11).
        guard head.crit == nil else { throw .badToken("the ID token has critical extensions") }
        guard let algorithm = JSONWebKey.Algorithm(rawValue: head.alg) else {
            throw .badToken("the ID token is signed with \(head.alg.prefix(20)), not RS256 or ES256")
        }
        let candidates = keys.filter { key in
            key.isFor(algorithm) && (head.kid == nil || key.kid == head.kid)
        }
        if candidates.isEmpty { throw .unknownKey }
        let message = Data((parts[0] + "." + parts[1]).utf8)
        guard candidates.contains(where: { $0.verifies(signature, of: message, by: algorithm) }) else {
            // The provider may have another key under the same id now.
            throw .unknownKey
        }
        do { claims = try JSONDecoder().decode(OpenIDClaims.self, from: payload) } catch {
            throw .badToken("the claims of the ID token can't be read")
        }
        try Self.check(claims, expected)
    }

    private static func check(_ claims: OpenIDClaims, _ expected: Expectation) throws(OpenIDError) {
        guard claims.iss == expected.issuer else { throw .badToken("the ID token is from another issuer") }
        let audience = claims.aud?.values ?? []
        guard audience.contains(expected.clientID) else { throw .badToken("the ID token is for another client") }
        if audience.count > 1 || claims.azp != nil, claims.azp != expected.clientID {
            throw .badToken("the ID token was issued to another client")
        }
        let now = expected.now.timeIntervalSince1970
        guard let expiry = claims.exp, let issued = claims.iat else {
            throw .badToken("the ID token doesn't say when it expires")
        }
        guard expiry > now - leeway else {
            throw .badToken("the ID token has expired. Check the clocks of both servers")
        }
        guard issued <= now + leeway, claims.nbf ?? issued <= now + leeway else {
            throw .badToken("the ID token is from the future. Check the clocks of both servers")
        }
        guard claims.nonce == expected.nonce else { throw .badToken("the ID token is for another sign-in") }
        guard !claims.subject.isEmpty, claims.subject.utf8.count <= 255 else {
            throw .badToken("the ID token names no user")
        }
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let crit: [String]?
    }
}

/// The claims about a user, in an ID token or at the provider's `userinfo_endpoint`.
struct OpenIDClaims: Sendable, Decodable {
    var iss: String?
    var sub: String?
    var aud: Audience?
    var azp: String?
    var exp: Double?
    var iat: Double?
    var nbf: Double?
    var nonce: String?
    var preferredUsername: String?
    var email: String?
    var isEmailVerified: Flag?

    var subject: String { sub ?? "" }

    /// The name by which its account is found; nil if it has none that may be used.
    func name(_ claim: FreshetServer.Configuration.OpenIDSignIn.NameClaim) -> String? {
        switch claim {
        case .preferredUsername: preferredUsername
        case .email: isEmailVerified?.value == true ? email : nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nbf, nonce, email
        case preferredUsername = "preferred_username"
        case isEmailVerified = "email_verified"
    }

    /// One client, or several.
    struct Audience: Sendable, Decodable {
        let values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do { values = try container.decode([String].self) } catch {
                values = [try container.decode(String.self)]
            }
        }
    }

    /// A boolean, which some providers send as text.
    struct Flag: Sendable, Decodable {
        let value: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do { value = try container.decode(Bool.self) } catch {
                value = try container.decode(String.self) == "true"
            }
        }
    }
}

import CHogweed
import Platform

/// A signed token of a provider with claims about its user (OpenID Connect Core 1.0, section 2).
struct IDToken: Sendable {
    /// The claims that the token must have.
    struct Expectation: Sendable {
        let issuer: String
        let clientID: String
        let nonce: String
        let now: Date
    }

    let claims: OpenIDClaims

    /// The tolerated deviation of the provider's clock, in seconds.
    private static let leeway: TimeInterval = 60

    /// Reads a token, and checks its signature and claims.
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
            // The provider may have replaced the key of that id.
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
    func name(_ claim: ServerOptions.OpenIDSignIn.NameClaim) -> String? {
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

/// A public key of a provider (RFC 7517).
struct JSONWebKey: Sendable, Hashable, Decodable {
    /// The signature algorithms that are accepted: never `none`, and none with a shared secret.
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    var kty: String?
    var kid: String?
    var use: String?
    var alg: String?
    var n: String?
    var e: String?
    var crv: String?
    var x: String?
    var y: String?

    /// True if it may have signed with this algorithm.
    func isFor(_ algorithm: Algorithm) -> Bool {
        if let use, use != "sig" { return false }
        if let alg, alg != algorithm.rawValue { return false }
        return switch algorithm {
        case .rs256: kty == "RSA"
        case .es256: kty == "EC" && crv == "P-256"
        }
    }

    /// True if the signature of the message is correct.
    func verifies(_ signature: Data, of message: Data, by algorithm: Algorithm) -> Bool {
        guard isFor(algorithm) else { return false }
        let (message, signature) = (Array(message), Array(signature))
        switch algorithm {
        case .rs256:
            // At least 2048 bits (RFC 7518, section 3.3), and no more than takes a moment.
            guard let modulus = bytes(n), (256...1024).contains(modulus.count), let exponent = bytes(e),
                (1...8).contains(exponent.count)
            else { return false }
            return freshet_rsa_sha256_verify(
                modulus, modulus.count, exponent, exponent.count, message, message.count, signature, signature.count)
                == 1
        case .es256:
            guard let x = bytes(x), let y = bytes(y), x.count == 32, y.count == 32, signature.count == 64 else {
                return false
            }
            return freshet_ecdsa_sha256_verify(x, y, message, message.count, signature) == 1
        }
    }

    private func bytes(_ text: String?) -> [UInt8]? { text.flatMap { Data(base64URL: $0) }.map { Array($0) } }
}

/// The public keys of a provider.
struct JSONWebKeys: Sendable, Decodable {
    var keys: [JSONWebKey] = []
}

extension Data {
    /// The bytes in base64url without padding (RFC 7515, section 2).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads base64url without padding; nil for anything else.
    init?(base64URL text: some StringProtocol) {
        guard
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }

    /// The SHA-256 of the bytes.
    var sha256: Data {
        var context = sha256_ctx()
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_init(&context)
        nettle_sha256_update(&context, count, Array(self))
        nettle_sha256_digest(&context, digest.count, &digest)
        return Data(digest)
    }
}

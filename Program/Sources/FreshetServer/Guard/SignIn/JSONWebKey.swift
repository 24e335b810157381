import CHogweed
import Platform

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

    /// Whether it may have signed with this algorithm.
    func isFor(_ algorithm: Algorithm) -> Bool {
        if let use, use != "sig" { return false }
        if let alg, alg != algorithm.rawValue { return false }
        return switch algorithm {
        case .rs256: kty == "RSA"
        case .es256: kty == "EC" && crv == "P-256"
        }
    }

    /// Whether the signature of the message is right.
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

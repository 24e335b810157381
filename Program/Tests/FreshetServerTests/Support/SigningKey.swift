import CHogweed
import Foundation

@testable import FreshetServer

/// A key that signs as a provider does.
// Sendable: immutable after init; signing only reads the key.
final class SigningKey: @unchecked Sendable {
    enum Kind { case rsa, p256 }

    let kind: Kind
    let id: String
    private var rsaPublic = rsa_public_key()
    private var rsaPrivate = rsa_private_key()
    private var point = ecc_point()
    private var scalar = ecc_scalar()

    private static let random: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> Void = {
        _, count, bytes in
        var generator = SystemRandomNumberGenerator()
        for index in 0..<count { bytes?[index] = UInt8.random(in: 0...255, using: &generator) }
    }

    init(_ kind: Kind, id: String) {
        (self.kind, self.id) = (kind, id)
        switch kind {
        case .rsa:
            nettle_rsa_public_key_init(&rsaPublic)
            nettle_rsa_private_key_init(&rsaPrivate)
            var exponent: [UInt8] = [1, 0, 1]
            nettle_mpz_set_str_256_u(&rsaPublic.e, exponent.count, &exponent)
            _ = nettle_rsa_generate_keypair(&rsaPublic, &rsaPrivate, nil, Self.random, nil, nil, 2048, 0)
        case .p256:
            nettle_ecc_point_init(&point, nettle_get_secp_256r1())
            nettle_ecc_scalar_init(&scalar, nettle_get_secp_256r1())
            nettle_ecdsa_generate_keypair(&point, &scalar, nil, Self.random)
        }
    }

    var algorithm: String { kind == .rsa ? "RS256" : "ES256" }

    /// The public key as the provider publishes it.
    var published: [String: String] {
        switch kind {
        case .rsa:
            return [
                "kty": "RSA", "kid": id, "use": "sig", "n": Data(bytes(&rsaPublic.n, 256)).base64URL, "e": "AQAB",
            ]
        case .p256:
            var (x, y) = (mpz(), mpz())
            nettle_ecc_point_get(&point, &x, &y)
            return [
                "kty": "EC", "kid": id, "crv": "P-256", "x": Data(bytes(&x, 32)).base64URL,
                "y": Data(bytes(&y, 32)).base64URL,
            ]
        }
    }

    func signature(of message: Data) -> Data {
        var hash = sha256_ctx()
        nettle_sha256_init(&hash)
        nettle_sha256_update(&hash, message.count, Array(message))
        switch kind {
        case .rsa:
            var number = mpz()
            _ = nettle_rsa_sha256_sign(&rsaPrivate, &hash, &number)
            return Data(bytes(&number, 256))
        case .p256:
            var digest = [UInt8](repeating: 0, count: 32)
            nettle_sha256_digest(&hash, 32, &digest)
            var halves = dsa_signature()
            nettle_dsa_signature_init(&halves)
            nettle_ecdsa_sign(&scalar, nil, Self.random, 32, digest, &halves)
            return Data(bytes(&halves.r, 32) + bytes(&halves.s, 32))
        }
    }

    private func mpz() -> __mpz_struct {
        var number = __mpz_struct()
        __gmpz_init(&number)
        return number
    }

    private func bytes(_ number: inout __mpz_struct, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        nettle_mpz_get_str_256(count, &bytes, &number)
        return bytes
    }
}

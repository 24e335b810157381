import CNettle
import Platform

/// The hash function of an HMAC (RFC 2104).
package enum HashFunction: String, Sendable, CaseIterable {
    case sha1, sha256, sha384, sha512
}

extension Data {
    /// The HMAC of the data (RFC 2104).
    package func hmac(_ function: HashFunction, key: String) -> [UInt8] {
        let key = Array(key.utf8)
        func code<State>(
            _ state: State, _ length: Int32,
            _ setKey: (UnsafeMutablePointer<State>?, Int, UnsafePointer<UInt8>?) -> Void,
            _ update: (UnsafeMutablePointer<State>?, Int, UnsafePointer<UInt8>?) -> Void,
            _ digest: (UnsafeMutablePointer<State>?, Int, UnsafeMutablePointer<UInt8>?) -> Void
        ) -> [UInt8] {
            var state = state
            var code = [UInt8](repeating: 0, count: Int(length))
            setKey(&state, key.count, key)
            withUnsafeBytes { update(&state, $0.count, $0.bindMemory(to: UInt8.self).baseAddress) }
            digest(&state, code.count, &code)
            return code
        }
        return switch function {
        case .sha1:
            code(
                hmac_sha1_ctx(), SHA1_DIGEST_SIZE, nettle_hmac_sha1_set_key, nettle_hmac_sha1_update,
                nettle_hmac_sha1_digest)
        case .sha256:
            code(
                hmac_sha256_ctx(), SHA256_DIGEST_SIZE, nettle_hmac_sha256_set_key, nettle_hmac_sha256_update,
                nettle_hmac_sha256_digest)
        case .sha384:
            // It shares the block function of SHA-512.
            code(
                hmac_sha512_ctx(), SHA384_DIGEST_SIZE, nettle_hmac_sha384_set_key, nettle_hmac_sha512_update,
                nettle_hmac_sha384_digest)
        case .sha512:
            code(
                hmac_sha512_ctx(), SHA512_DIGEST_SIZE, nettle_hmac_sha512_set_key, nettle_hmac_sha512_update,
                nettle_hmac_sha512_digest)
        }
    }

    /// The HMAC-SHA256 of the data (RFC 2104), in hexadecimal digits.
    package func hmacSHA256(key: String) -> String { hmac(.sha256, key: key).map(\.hexadecimal).joined() }
}

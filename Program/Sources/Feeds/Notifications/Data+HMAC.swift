import CNettle
package import Platform

/// The hash function of an HMAC (RFC 2104).
package enum HashFunction: String, Sendable, CaseIterable {
    case sha1, sha256, sha384, sha512
}

extension Data {
    /// The HMAC of the data (RFC 2104).
    package func hmac(_ function: HashFunction, key: String) -> [UInt8] {
        let key = Array(key.utf8)
        return withUnsafeBytes { raw in
            let message = raw.bindMemory(to: UInt8.self)
            switch function {
            case .sha1:
                var state = hmac_sha1_ctx()
                var code = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
                nettle_hmac_sha1_set_key(&state, key.count, key)
                nettle_hmac_sha1_update(&state, message.count, message.baseAddress)
                nettle_hmac_sha1_digest(&state, code.count, &code)
                return code
            case .sha256:
                var state = hmac_sha256_ctx()
                var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
                nettle_hmac_sha256_set_key(&state, key.count, key)
                nettle_hmac_sha256_update(&state, message.count, message.baseAddress)
                nettle_hmac_sha256_digest(&state, code.count, &code)
                return code
            case .sha384:
                var state = hmac_sha512_ctx()
                var code = [UInt8](repeating: 0, count: Int(SHA384_DIGEST_SIZE))
                nettle_hmac_sha384_set_key(&state, key.count, key)
                // It shares the block function of SHA-512.
                nettle_hmac_sha512_update(&state, message.count, message.baseAddress)
                nettle_hmac_sha384_digest(&state, code.count, &code)
                return code
            case .sha512:
                var state = hmac_sha512_ctx()
                var code = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_SIZE))
                nettle_hmac_sha512_set_key(&state, key.count, key)
                nettle_hmac_sha512_update(&state, message.count, message.baseAddress)
                nettle_hmac_sha512_digest(&state, code.count, &code)
                return code
            }
        }
    }

    /// The HMAC-SHA256 of the data (RFC 2104), in hexadecimal digits.
    package func hmacSHA256(key: String) -> String { hmac(.sha256, key: key).map(\.hexadecimal).joined() }
}

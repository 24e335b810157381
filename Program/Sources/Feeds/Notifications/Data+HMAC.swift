import CNettle
package import Platform

extension Data {
    /// The HMAC-SHA256 of the data (RFC 2104), in hexadecimal digits.
    package func hmacSHA256(key: String) -> String {
        let (key, message) = (Array(key.utf8), Array(self))
        var state = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&state, key.count, key)
        nettle_hmac_sha256_update(&state, message.count, message)
        var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_hmac_sha256_digest(&state, code.count, &code)
        return code.map(\.hexadecimal).joined()
    }
}

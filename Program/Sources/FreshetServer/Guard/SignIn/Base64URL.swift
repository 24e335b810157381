import CHogweed
import Platform

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

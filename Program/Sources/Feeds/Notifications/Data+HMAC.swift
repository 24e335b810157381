import Crypto
import WebText

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Data {
    /// The HMAC-SHA256 of the data (RFC 2104), in hexadecimal digits.
    package func hmacSHA256(key: String) -> String {
        HMAC<SHA256>.authenticationCode(for: self, using: SymmetricKey(data: Data(key.utf8)))
            .map(\.hexadecimal).joined()
    }
}

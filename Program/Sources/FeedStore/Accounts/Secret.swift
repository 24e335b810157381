import CNettle
import CSodium
import Platform

/// A random secret of a session or an app password. Only its hash is stored.
///
/// SHA-256 suffices: nobody can try all secrets of 118 bits or more.
package struct Secret: Sendable, Hashable {
    /// What its owner sends.
    package let text: String

    /// A secret that was sent.
    package init(_ text: String) { self.text = text }

    /// A new secret of 256 bits for a cookie: 64 hexadecimal digits.
    package static func make() -> Secret { Secret(SystemRandomNumberGenerator.hexadecimal(bytes: 32)) }

    /// A new secret of 118 bits for people to type: six groups of four letters and digits that are hard to confuse.
    package static func makeReadable() -> Secret {
        var generator = SystemRandomNumberGenerator()
        let groups = (0..<6).map { _ in
            String((0..<4).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
        }
        return Secret(groups.joined(separator: "-"))
    }

    private static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")

    /// What is stored: the SHA-256 of the text, without hyphens and spaces and in lowercase, in hexadecimal digits.
    package var hash: String {
        Self.digest(of: typed)
    }

    /// The text without what people type differently.
    private var typed: String { text.lowercased().filter { $0 != "-" && $0 != " " } }

    private static func digest(of text: String) -> String {
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest.map(\.hexadecimal).joined()
    }

    /// What programs of Google Reader's API send once they have signed in with this secret.
    package var googleLogin: Secret { Secret(Self.digest(of: "GoogleLogin " + typed)) }

    /// What programs of Fever's API send for this secret: the MD5 of the user's name, a colon and the secret as it was typed.
    package func fever(user: String) -> Secret {
        let bytes = Array((user + ":" + text).utf8)
        var context = md5_ctx()
        var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
        nettle_md5_init(&context)
        nettle_md5_update(&context, bytes.count, bytes)
        nettle_md5_digest(&context, digest.count, &digest)
        return Secret(digest.map(\.hexadecimal).joined())
    }
}

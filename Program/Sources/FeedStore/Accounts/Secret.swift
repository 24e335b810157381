import CNettle
import CSodium
import Platform
import SQL
import WebText

/// A random secret of a session or an app password. Only its hash is stored.
///
/// SHA-256 suffices: nobody can try all secrets of 118 bits or more.
package struct Secret: Sendable, Hashable {
    /// The text that the owner sends.
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

    /// The stored SHA-256 of the text, in lowercase without hyphens and spaces, as hexadecimal digits.
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

    /// The token of programs of Google Reader's API that have signed in with this secret.
    package var googleLogin: Secret { Secret(Self.digest(of: "GoogleLogin " + typed)) }

    /// The token of programs of Fever's API: the MD5 of the user's name, a colon and the typed secret.
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

/// The hash of a password with its salt and parameters, as libsodium writes it.
///
/// Argon2id with libsodium's interactive parameters: 64 MiB of memory and 2 passes. Each hash takes about 0.1 s of one
/// core, so it runs neither on an event loop nor on many threads at the same time.
package struct PasswordHash: Sendable, Hashable {
    /// The minimum number of characters in a password.
    package static let shortest = 8
    /// The maximum number of bytes in a password.
    package static let longest = 1024

    /// The stored form: `$argon2id$v=19$m=65536,t=2,p=1$…`.
    package let text: String

    /// A stored hash.
    init(stored text: String) { self.text = text }

    /// Hashes a new password with a random salt.
    package init(of password: String) throws(AccountError) {
        if password.count < Self.shortest { throw .shortPassword }
        if password.utf8.count > Self.longest { throw .longPassword }
        text = try Self.hash(password)
    }

    /// True if the hash is that of `password`. Takes as long as hashing.
    package func matches(_ password: String) -> Bool {
        guard password.utf8.count <= Self.longest, sodium_init() >= 0 else { return false }
        return password.withCString { crypto_pwhash_str_verify(text, $0, UInt64(password.utf8.count)) == 0 }
    }

    /// Takes the time of ``matches(_:)`` for an unknown name, so that the time doesn't reveal the names of accounts.
    package static func waste(on password: String) { _ = decoy.matches(password) }

    /// The hash of a random secret that nobody knows.
    private static let decoy: PasswordHash = {
        do { return PasswordHash(stored: try hash(Secret.make().text)) } catch { return PasswordHash(stored: "") }
    }()

    private static func hash(_ password: String) throws(AccountError) -> String {
        guard sodium_init() >= 0 else { throw .noMemory }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let result = password.withCString { bytes in
            crypto_pwhash_str(
                &text, bytes, UInt64(password.utf8.count), UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
                Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        }
        guard result == 0 else { throw .noMemory }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The accounts, and the ids of what browsers and programs sign in with.
package struct StoredCredentials: Sendable, Hashable {
    /// All accounts, oldest first.
    package let accounts: [Account]
    /// The valid sessions of accounts that aren't disabled.
    package let sessions: Set<AccountSession.ID>
    /// The app passwords of accounts that aren't disabled, with what they open.
    package let appPasswords: [AppPassword.ID: AppPassword.Scope]
}

extension FeedStore {
    /// Reads what admits requests of all accounts, in three statements.
    package func credentials(at date: Date) throws -> StoredCredentials {
        try read { db in
            let sessions = try db.integers(
                "SELECT id FROM session WHERE expires_at > ? AND \(Account.isEnabled())", [date.milliseconds])
            let passwords = try db.rows("SELECT id, scope FROM app_password WHERE \(Account.isEnabled())").map { row in
                // A scope of a later version opens the least.
                (try row.integer(0), AppPassword.Scope(rawValue: try row.text(1)) ?? .reader)
            }
            return StoredCredentials(
                accounts: try accounts(db), sessions: Set(sessions),
                appPasswords: Dictionary(passwords) { first, _ in first })
        }
    }
}

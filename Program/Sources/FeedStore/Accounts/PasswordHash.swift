import CSodium

/// The hash of a password with its salt and parameters, as libsodium writes it.
///
/// Argon2id with libsodium's interactive parameters: 64 MiB of memory and 2 passes. Each hash takes about 0.1 s of one
/// core, so it runs neither on an event loop nor on many threads at once.
package struct PasswordHash: Sendable, Hashable {
    /// The minimum number of characters in a password.
    package static let shortest = 8
    /// The maximum number of bytes in a password.
    package static let longest = 1024

    /// What is stored: `$argon2id$v=19$m=65536,t=2,p=1$…`.
    package let text: String

    /// A stored hash.
    init(stored text: String) { self.text = text }

    /// Hashes a new password with a random salt.
    package init(of password: String) throws(AccountError) {
        if password.count < Self.shortest { throw .shortPassword }
        if password.utf8.count > Self.longest { throw .longPassword }
        text = try Self.hash(password)
    }

    /// Whether the hash is that of `password`. Takes as long as hashing.
    package func matches(_ password: String) -> Bool {
        guard password.utf8.count <= Self.longest, sodium_init() >= 0 else { return false }
        return password.withCString { crypto_pwhash_str_verify(text, $0, UInt64(password.utf8.count)) == 0 }
    }

    /// Takes as long as ``matches(_:)`` for a name that no account has, so that the time doesn't tell which names exist.
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

public import Platform
import WebText

/// The accounts, and what they sign in with. Every function blocks the calling thread.
///
/// App passwords and sessions are those of ``account``, unless a function says otherwise.
public protocol AccountStore: Sendable {
    /// The account whose follows, marks and rules this store has.
    var account: Account.ID { get }

    /// The same store as another account sees it.
    func of(_ account: Account.ID) -> Self

    // MARK: Accounts

    /// All accounts, oldest first.
    func accounts() throws -> [Account]

    /// Adds an account. ``admit(_:password:isAdministrator:at:)`` checks its name before.
    ///
    /// - Returns: nil if the name is taken; nothing changes then.
    func addAccount(
        named name: String, password: PasswordHash?, isAdministrator: Bool, at date: Date
    ) throws -> Account?

    /// Removes an account with all that belongs to it; what was fetched stays until it is pruned.
    ///
    /// - Returns: false if there is no such account, or for the first one, which stays.
    @discardableResult
    func removeAccount(_ id: Account.ID) throws -> Bool

    /// Makes an account an administrator or an ordinary account; false if there is no such account, or for the first one.
    @discardableResult
    func setAdministrator(_ isAdministrator: Bool, _ id: Account.ID) throws -> Bool

    /// The account's hashed password; nil if it has none.
    func password() throws -> PasswordHash?

    /// Replaces the account's password and ends its sessions.
    ///
    /// - Parameter session: the session that stays; nil for none.
    func setPassword(_ password: PasswordHash, keeping session: AccountSession.ID?) throws

    // MARK: Own tokens

    /// The account's own token for an upstream, by the upstream's id; nil if it has none.
    func ownToken(for upstream: String) throws -> String?

    /// Stores the account's own token for an upstream as it is; nil removes it.
    func setOwnToken(_ token: String?, for upstream: String) throws

    // MARK: App passwords

    /// The account's app passwords, by name.
    func appPasswords() throws -> [AppPassword]

    /// Adds an app password.
    ///
    /// - Returns: nil if the name is taken or the account has ``AppPassword/maximum`` of them; nothing changes then.
    func addAppPassword(
        named name: String, secret: Secret, scope: AppPassword.Scope, at date: Date
    ) throws -> AppPassword?

    /// Revokes an app password; false if the account has none of that name.
    @discardableResult
    func removeAppPassword(named name: String) throws -> Bool

    /// The app password of any account with this secret, or from which this secret was made: see ``Secret/googleLogin`` and
    /// ``Secret/fever(user:)``. Notes its use, at most once an hour.
    func appPassword(for secret: Secret, at date: Date) throws -> AppPassword?

    // MARK: Sessions

    /// The account's sessions that are valid at `date`, most recently used first.
    func sessions(at date: Date) throws -> [AccountSession]

    /// Starts a session.
    func startSession(
        secret: Secret, address: String?, browser: String?, at date: Date
    ) throws -> AccountSession

    /// Ends a session of the account; false if the account has no such session.
    @discardableResult
    func endSession(_ id: AccountSession.ID) throws -> Bool

    /// Ends the account's sessions but one; returns how many have ended.
    @discardableResult
    func endSessions(except id: AccountSession.ID?) throws -> Int

    /// The session of any account with this secret, if it is valid at `date`. Notes its use, at most once an hour.
    func session(for secret: Secret, at date: Date) throws -> AccountSession?
}

extension AccountStore {
    /// Adds an account that may not sign in yet.
    public func addAccount(named name: String, at date: Date) throws -> Account? {
        try addAccount(named: name, password: nil, isAdministrator: false, at: date)
    }

    /// The account of that name, in any case. Throws ``AccountError/unknown(_:)``.
    public func account(named name: String) throws -> Account {
        let folded = Account.folded(name)
        guard let account = try accounts().first(where: { $0.name == folded }) else {
            throw AccountError.unknown(name)
        }
        return account
    }

    /// Throws the ``AccountError`` with which ``admit(_:password:isAdministrator:at:)`` would fail.
    @discardableResult
    public func checkAdmission(of name: String) throws -> String {
        guard let folded = Account.checked(name) else { throw AccountError.badName(name) }
        let accounts = try accounts()
        if accounts.contains(where: { $0.name == folded }) { throw AccountError.taken(folded) }
        if let first = accounts.first, !first.hasPassword { throw AccountError.firstNeedsPassword(first.name) }
        return folded
    }

    /// Adds an account that can sign in, unless the first one can't. Throws ``AccountError``.
    public func admit(
        _ name: String, password: PasswordHash, isAdministrator: Bool, at date: Date
    ) throws -> Account {
        let folded = try checkAdmission(of: name)
        guard
            let account = try addAccount(
                named: folded, password: password, isAdministrator: isAdministrator, at: date)
        else { throw AccountError.taken(folded) }
        return account
    }

    /// Stores a token that was typed. Throws ``AccountError/badToken(_:)`` with the upstream's name.
    public func keepOwnToken(_ typed: String, for upstream: String, named name: String) throws {
        let token = typed.trimmed
        guard (1...1000).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw AccountError.badToken(name)
        }
        try setOwnToken(token, for: upstream)
    }

    /// Adds an app password; returns its secret, which is never shown again. Throws ``AccountError``.
    public func issueAppPassword(
        named name: String, scope: AppPassword.Scope = .reader, at date: Date
    ) throws -> Secret {
        let name = name.split(separator: " ").joined(separator: " ")
        guard (1...AppPassword.longestName).contains(name.count), !name.contains(where: \.isNewline) else {
            throw AccountError.badAppPasswordName
        }
        let existing = try appPasswords()
        if existing.contains(where: { $0.name == name }) { throw AccountError.takenAppPassword(name) }
        let secret = Secret.makeReadable()
        guard try addAppPassword(named: name, secret: secret, scope: scope, at: date) != nil else {
            throw AccountError.tooManyAppPasswords
        }
        return secret
    }
}

extension Account {
    /// The maximum number of characters in a name.
    public static let longestName = 40

    /// The name as it is stored: in lowercase.
    static func folded(_ name: String) -> String { name.lowercased() }

    /// The name as it is stored; nil if the text can't be one.
    static func checked(_ name: String) -> String? {
        let folded = folded(name)
        guard let first = folded.first, folded.count <= longestName, first.isLetter || first.isNumber,
            folded.allSatisfy({ $0.isLetter || $0.isNumber || "._-@".contains($0) })
        else { return nil }
        return folded
    }
}

import FeedStore
import Freshet
import HTTPTypes
import Platform
import ReaderApps
import Synchronization

/// Admits requests of accounts: browsers with sessions, programs with app passwords.
///
/// Everybody signs in if any account has a password, or if others can reach a server without a token. Removing accounts
/// therefore opens nothing: the first one, which stays, has a password before there is another.
///
/// Sessions and passwords are in the store, so that several servers share them.
final class AccountRule: Sendable {
    /// The rule's decision about a request.
    enum Verdict: Sendable, Hashable {
        case admitted(AccountAdmission)
        /// No secret, or a wrong one.
        case refused
        /// A wrong secret after too many others.
        case limited
        /// The store can't be read.
        case unknown
    }

    /// The outcome of a name and a password.
    enum SignIn: Sendable, Hashable {
        case account(Account.ID)
        /// The correct password of a disabled account.
        case disabled
        case refused
        case limited
    }

    private struct State {
        var accounts: [Account] = []
        /// Counts the readings of the accounts.
        var reading = 0
        /// The store's change number before the last reading.
        var changeNumber: Int?
        /// The admissions of secrets, by their hashes.
        var known: [String: AccountAdmission] = [:]
    }

    /// The maximum number of admissions that are kept until the accounts are read again.
    private static let maximumKnown = 10_000

    private let store: FeedStore
    private let tokenRule: TokenRule
    private let now: @Sendable () -> Date
    /// True if everybody signs in even without a password of any account, because others can reach the server.
    private let isRequired: Bool
    private let limits: AttemptLimits
    // Requests on many threads look up their admission.
    private let state = Mutex(State())
    private let valid = BehaviorRelay<Set<AccountAdmission.Credential>?>(value: nil)

    init(
        _ store: FeedStore, _ tokenRule: TokenRule, isRequired: Bool, _ limits: AttemptLimits,
        now: @escaping @Sendable () -> Date
    ) {
        (self.store, self.tokenRule, self.isRequired, self.limits) = (store, tokenRule, isRequired, limits)
        self.now = now
    }

    /// True if requests need an account. Until the accounts are read, they do.
    var isOn: Bool { isRequired || state.withLock { $0.reading == 0 || $0.accounts.needSignIn } }

    /// True if the accounts haven't been read yet.
    var isUnread: Bool { state.withLock { $0.reading == 0 } }

    /// True if requests need an account and nobody can sign in, since no account has a password.
    var isClosed: Bool {
        isOn && state.withLock { $0.reading > 0 && !$0.accounts.contains(where: \.hasPassword) }
    }

    /// The accounts as last read, oldest first.
    var accounts: [Account] { state.withLock { $0.accounts } }

    /// The account as last read; nil if it has been removed.
    func account(_ id: Account.ID) -> Account? { accounts.first { $0.id == id } }

    /// The account of that name as last read, in any case; nil if there is none.
    func account(named name: String) -> Account? { accounts.first { $0.isNamed(name) } }

    func isAdministrator(_ id: Account.ID) -> Bool { account(id)?.isAdministrator ?? (id == Account.first) }

    /// Reads the accounts, and the ids of all sessions and app passwords, again. Blocks the calling thread.
    func refresh() throws {
        let changeNumber = try changeNumber()
        let stored = try store.credentials(at: now())
        let credentials = Set([AccountAdmission.Credential.token])
            .union(stored.accounts.filter { !$0.isDisabled }.map { .proxy($0.id) })
            .union(stored.sessions.map { .session($0) })
            .union(stored.appPasswords.map { .appPassword($0, $1) })
        let wasOn = !isUnread && isOn
        state.withLock { state in
            (state.accounts, state.changeNumber, state.known) = (stored.accounts, changeNumber, [:])
            state.reading += 1
        }
        // Clients that came in before anybody had to sign in leave, too.
        valid.accept(isOn || wasOn ? credentials : nil)
    }

    /// Reads the accounts if they haven't been read, or if they may have changed without an announcement. Blocks the calling thread.
    func refreshIfNeeded() throws {
        if try isUnread || changeNumber() != state.withLock({ $0.changeNumber }) { try refresh() }
    }

    /// The change number of a file, whose changes nobody announces; nil for a database.
    private func changeNumber() throws -> Int? { store.announcesChanges ? nil : try store.changeNumber() }

    /// Emits once, when a client's credential becomes invalid.
    ///
    /// - Parameter credential: nil if the client didn't have to sign in.
    func end(of credential: AccountAdmission.Credential?) -> Observable<Void> {
        let began = isOn
        return valid.asObservable().filter { valid in
            guard let credential else { return !began && self.isOn }
            return valid.map { !$0.contains(credential) } ?? false
        }
        .map { _ in }.take(1)
    }

    // MARK: Requests

    /// The admission of a request, if it is known without reading the store.
    ///
    /// Of a file, which changes without an announcement, nothing is.
    func known(_ headers: HTTPFields) -> AccountAdmission? {
        store.announcesChanges ? known(secrets(in: headers)) : nil
    }

    private func known(_ secrets: [Sent]) -> AccountAdmission? {
        let keys = secrets.map(\.key)
        return state.withLock { state in
            for key in keys { if let known = state.known[key] { return known } }
            return nil
        }
    }

    /// Checks what a request has sent. Blocks the calling thread.
    func verdict(on headers: HTTPFields, from client: IPAddress?) -> Verdict {
        verdict(on: secrets(in: headers), from: client)
    }

    /// Checks what a reader app has sent. Blocks the calling thread.
    func verdict(on credentials: [ReaderAPI.Credential], from client: IPAddress?) -> Verdict {
        verdict(on: credentials.map { Sent(secret: $0.secret, user: $0.user) }, from: client)
    }

    private func verdict(on secrets: [Sent], from client: IPAddress?) -> Verdict {
        do {
            try refreshIfNeeded()
            if let known = known(secrets) { return .admitted(known) }
            let reading = state.withLock { $0.reading }
            for secret in secrets {
                guard let admission = try admission(secret) else { continue }
                remember(admission, secret.key, reading)
                return .admitted(admission)
            }
        } catch {
            return .unknown
        }
        var isLimited = false
        if secrets.contains(where: \.isCookie), limits.noteSession(from: client) { isLimited = true }
        if secrets.contains(where: { !$0.isCookie }), limits.noteSecret(from: client) { isLimited = true }
        return isLimited ? .limited : .refused
    }

    /// A secret in a request's headers.
    private struct Sent {
        let secret: Secret
        /// The user name that was sent with it.
        var user: String?
        var isCookie = false
        /// Identifies the secret and the name without containing the former.
        var key: String { (isCookie ? "cookie " : "") + secret.hash + " " + (user ?? "") }
    }

    private func secrets(in headers: HTTPFields) -> [Sent] {
        let sent = headers[.authorization].flatMap(TokenRule.credentials)
            .map { Sent(secret: Secret(String($0.secret)), user: $0.user.flatMap { $0.isEmpty ? nil : String($0) }) }
        return (sent.map { [$0] } ?? [])
            + SessionCookie.secrets(in: headers).map { Sent(secret: Secret($0), isCookie: true) }
    }

    private func admission(_ sent: Sent) throws -> AccountAdmission? {
        if sent.isCookie {
            return try store.session(for: sent.secret, at: now())
                .map { AccountAdmission(account: $0.account, credential: .session($0.id)) }
        }
        // Programs that were set up before there were accounts continue as the first one, with any user name.
        if tokenRule.isSet, tokenRule.admits(sent.secret, user: account(Account.first)?.name ?? "") {
            return AccountAdmission(account: Account.first, credential: .token)
        }
        guard let password = try store.appPassword(for: sent.secret, at: now()) else { return nil }
        if let user = sent.user, account(password.account).map({ Account.key($0.name) }) != Account.key(user) {
            return nil
        }
        return AccountAdmission(account: password.account, credential: .appPassword(password.id, password.scope))
    }

    private func remember(_ admission: AccountAdmission, _ key: String, _ reading: Int) {
        let isCurrent = state.withLock { state in
            guard state.reading == reading else { return false }
            if state.known.count >= Self.maximumKnown { state.known = [:] }
            state.known[key] = admission
            return true
        }
        if isCurrent, let valid = valid.value, !valid.contains(admission.credential) {
            self.valid.accept(valid.union([admission.credential]))
        }
    }

    // MARK: Signing in

    /// A typed name for the log; nil if no account has it, since it may be a password in the wrong field.
    func loggedName(_ name: String) -> String? {
        let key = Account.key(name)
        return accounts.first { Account.key($0.name) == key }?.name
    }

    /// The delay before a sign-in's password is checked, after too many from other networks failed for its name.
    func pause(for name: String) -> Duration { limits.pause(for: Account.key(name)) }

    /// Checks a name and a password. Takes about 0.1 s of a core, so it runs on few threads at the same time.
    ///
    /// After too many wrong ones from a network, even the correct password is refused there for a minute.
    func signIn(_ name: String, _ password: String, from client: IPAddress?) throws -> SignIn {
        let key = Account.key(name)
        // Counted before the check, so that many at the same time don't escape the limit.
        if limits.notePassword(for: key, from: client) { return .limited }
        guard let account = try store.accounts().first(where: { Account.key($0.name) == key }),
            let hash = try store.of(account.id).password()
        else {
            PasswordHash.waste(on: password)
            return .refused
        }
        guard hash.matches(password) else { return .refused }
        limits.forgivePassword(for: key, from: client)
        return account.isDisabled ? .disabled : .account(account.id)
    }
}

extension Account {
    /// Identifies a name in any case.
    fileprivate static func key(_ name: String) -> [UInt8] { Array(name.lowercased().utf8.prefix(200)) }
}

/// The account that a request is from, and how that is known.
struct AccountAdmission: Sendable, Hashable {
    /// The credential that a request has sent.
    enum Credential: Sendable, Hashable {
        /// The cookie of a browser.
        case session(AccountSession.ID)
        /// The password of a program, and what it opens.
        case appPassword(AppPassword.ID, AppPassword.Scope)
        /// A header of a proxy, which names the account.
        case proxy(Account.ID)
        /// The server's token, which admits to the first account.
        case token
    }

    let account: Account.ID
    let credential: Credential

    /// True if the client is a browser: programs may not see pages, nor change what an account signs in with.
    var isBrowser: Bool {
        switch credential {
        case .session, .proxy: true
        case .appPassword, .token: false
        }
    }

    /// True if a proxy names the account, so that the browser needs no cookie of this server.
    var isByProxy: Bool { if case .proxy = credential { true } else { false } }

    /// True if the credential opens only what reader apps need.
    var isReaderApp: Bool { if case .appPassword(_, .reader) = credential { true } else { false } }

    /// The browser's session.
    var session: AccountSession.ID? { if case .session(let id) = credential { id } else { nil } }
}

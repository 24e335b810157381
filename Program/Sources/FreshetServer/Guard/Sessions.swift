import Dispatch
import Feeds
import Freshet
import HTTPTypes
import Platform
import Synchronization
import WebText

/// The browsers that have signed in. Their cookies are random; only hashes are stored.
package final class Sessions: Sendable {
    private struct State {
        var contents = SessionFile.Contents()
        var byHash: [String: Session] = [:]

        init(_ contents: SessionFile.Contents = .init()) {
            self.contents = contents
            byHash = Dictionary(contents.sessions.map { ($0.hash, $0) }) { first, _ in first }
        }
    }

    /// The interval at which the use of a session is recorded.
    private static let useInterval: TimeInterval = 3600

    /// Nil if sessions end with the process.
    private let file: SessionFile?
    /// The key of the hashes, so that sessions end with the token that started them.
    private let key: String
    /// The hash that all sessions of this token share.
    private let tokenHash: String
    private let now: @Sendable () -> Date
    // Requests on many threads look up their session.
    private let state = Mutex(State())
    // Held while the file is changed, so that changes follow one another.
    private let changes = Mutex(())
    private let ended = PublishSubject<Set<String>>()

    /// The sessions that are kept in a data folder.
    package convenience init(folder: URL) { self.init(folder: folder, token: nil) { Date() } }

    /// - Parameters:
    ///   - folder: the data folder; nil if sessions end with the process.
    ///   - token: the token that browsers sign in with.
    init(folder: URL?, token: String?, now: @escaping @Sendable () -> Date) {
        file = folder.map(SessionFile.init)
        key = token ?? ""
        tokenHash = String(Data("session".utf8).hmacSHA256(key: key).prefix(4))
        self.now = now
    }

    /// True if sessions are kept in a file, which other processes change.
    var hasFile: Bool { file != nil }

    /// The valid sessions, most recently used first.
    package func list() throws -> [Session] {
        try read()
        let now = now()
        return state.withLock { $0.contents.sessions }.filter { $0.isValid(at: now) }.sorted { $0.usedAt > $1.usedAt }
    }

    /// Ends the session of that id; returns whether there was one.
    package func revoke(_ id: String) throws -> Bool { try end { $0.id == id } > 0 }

    /// Ends all sessions; returns how many there were.
    package func revokeAll() throws -> Int { try end { _ in true } }

    /// Starts a session; returns the secret for its cookie. Blocks the calling thread.
    func start(address: String?, browser: String?) throws -> String {
        let (secret, now) = (SystemRandomNumberGenerator.hexadecimal(bytes: 32), now())
        let session = Session(
            id: SystemRandomNumberGenerator.hexadecimal(bytes: 4), hash: hash(secret), tokenHash: tokenHash,
            createdAt: now, usedAt: now,
            address: address, browser: browser)
        try change { $0.append(session) }
        return secret
    }

    /// Ends the sessions of former tokens.
    func endFormer() throws { _ = try end { $0.tokenHash != tokenHash } }

    /// The id of the session with this secret, or nil.
    ///
    /// Throws if the sessions can't be read: a session read before may have been revoked since.
    func id(of secret: String) throws -> String? {
        try read()
        let (hash, now) = (hash(secret), now())
        guard let session = state.withLock({ $0.byHash[hash] }), session.isValid(at: now) else { return nil }
        if now.timeIntervalSince(session.usedAt) > Self.useInterval { noteUse(hash, now) }
        return session.id
    }

    /// Emits once, when the session has ended; immediately if it already has.
    func end(of id: String) -> Observable<Void> {
        let later: Observable<Void> = ended.filter { $0.contains(id) }.map { _ in }
        // Checked after the subscription to later ends, so that none is missed in between.
        let earlier: Observable<Void> = .deferred { [weak self] in self?.isValid(id) == true ? .empty() : .just(()) }
        return Observable.merge(later, earlier).take(1)
    }

    private func isValid(_ id: String) -> Bool {
        let now = now()
        return state.withLock { $0.contents.sessions }.contains { $0.id == id && $0.isValid(at: now) }
    }

    /// Applies changes by other processes. If that fails, every session ends until it succeeds.
    func read() throws {
        guard let file, !state.withLock({ file.isUnchanged(since: $0.contents) }) else { return }
        do {
            announce(replace(with: try file.read()))
        } catch {
            announce(replace(with: .init()))
            throw error
        }
    }

    private func noteUse(_ hash: String, _ now: Date) {
        state.withLock { $0.byHash[hash]?.usedAt = now }
        DispatchQueue.global().async { [weak self] in
            // If this fails, the next attempt is in an hour.
            try? self?.change { sessions in
                guard let index = sessions.firstIndex(where: { $0.hash == hash }) else { return }
                sessions[index].usedAt = now
            }
        }
    }

    private func end(_ isEnded: (Session) -> Bool) throws -> Int {
        try read()
        guard state.withLock({ $0.contents.sessions }).contains(where: isEnded) else { return 0 }
        var count = 0
        try change { sessions in
            let before = sessions.count
            sessions.removeAll(where: isEnded)
            count = before - sessions.count
        }
        return count
    }

    private func change(_ body: (inout [Session]) -> Void) throws {
        // One change at a time, in this process too.
        let gone = try changes.withLock { _ in
            if let file { return replace(with: try file.change(at: now(), body)) }
            var contents = state.withLock { $0.contents }
            body(&contents.sessions)
            return replace(with: contents)
        }
        announce(gone)
    }

    /// Returns the ids of the sessions that are gone.
    private func replace(with contents: SessionFile.Contents) -> Set<String> {
        state.withLock { state in
            let before = Set(state.contents.sessions.map(\.id))
            state = State(contents)
            return before.subtracting(contents.sessions.map(\.id))
        }
    }

    private func announce(_ gone: Set<String>) {
        if !gone.isEmpty { ended.onNext(gone) }
    }

    private func hash(_ secret: String) -> String { Data(secret.utf8).hmacSHA256(key: key) }
}

/// A browser that has signed in.
package struct Session: Sendable, Hashable, Codable {
    /// The id: eight hexadecimal digits.
    package let id: String
    /// The HMAC-SHA256 of the cookie's secret, keyed with the server's token.
    let hash: String
    /// Distinguishes sessions of a former token: 16 bits of a hash, too few to check guesses at the token.
    let tokenHash: String?
    /// The date of the sign-in.
    package let createdAt: Date
    /// The date of its last use, to the hour.
    package internal(set) var usedAt: Date
    /// The client's address; nil if unknown.
    package let address: String?
    /// The browser's `User-Agent`; nil if unknown.
    package let browser: String?

    /// The time for which a session is valid after its last use.
    static let lifetime: TimeInterval = 90 * 86_400

    func isValid(at now: Date) -> Bool { now.timeIntervalSince(usedAt) < Self.lifetime }
}

/// The cookie of a browser that has signed in.
enum SessionCookie {
    private static let name = "freshet-session"
    /// With this name, browsers accept a cookie only over TLS, from this host and for all of its paths.
    private static let secureName = "__Host-" + name
    /// The cookie in which earlier versions stored the token.
    private static let formerName = "freshet-token"
    private static let attributes = "; Path=/; HttpOnly; SameSite=Strict"

    /// The cookie that keeps a browser signed in for a year.
    static func keeping(_ secret: String, isSecure: Bool) -> String {
        isSecure
            ? "\(secureName)=\(secret)\(attributes); Secure; Max-Age=31536000"
            : "\(name)=\(secret)\(attributes); Max-Age=31536000"
    }

    /// The secrets that a request has; usually one.
    static func secrets(in headers: HTTPFields) -> [String] { values([secureName, name], in: headers) }

    /// The cookies that remove the cookies of a request.
    static func removing(from headers: HTTPFields) -> [String] {
        [name, secureName, formerName].filter { !values([$0], in: headers).isEmpty }.map { name in
            "\(name)=\(attributes)\(name == secureName ? "; Secure" : ""); Max-Age=0"
        }
    }

    private static func values(_ names: [String], in headers: HTTPFields) -> [String] { headers.cookies(named: names) }
}

extension HTTPFields {
    /// The values of the cookies with these names.
    func cookies(named names: [String]) -> [String] {
        self[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return names.first { pair.hasPrefix($0 + "=") }.map { String(pair.dropFirst($0.count + 1)) }
        }
    }
}

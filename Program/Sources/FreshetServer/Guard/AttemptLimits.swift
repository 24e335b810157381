import Platform
import Synchronization

/// Limits how often secrets are guessed. Each kind of secret is counted apart, so that a program or a browser with an old one
/// keeps nobody from signing in.
final class AttemptLimits: Sendable {
    /// Passwords typed for one account, for each network.
    private let passwords = AttemptCounter()
    /// Passwords typed for any account, for each network.
    private let passwordsOfNetwork = AttemptCounter(limit: 100)
    /// Passwords typed for one account, from all networks that aren't limited.
    private let passwordsOfAccount = AttemptCounter()
    /// Tokens typed into the form, for each network.
    private let typedTokens = AttemptCounter()
    /// Tokens and app passwords in requests, for each network.
    private let secrets = AttemptCounter()
    /// Cookies of sessions, for each network.
    private let sessions = AttemptCounter()

    /// The delay of an attempt after too many have failed for its account.
    private static let pause = Duration.seconds(2)

    /// Notes a typed password before it is checked; returns whether there were too many wrong ones.
    ///
    /// Only the client's own network is refused, so that nobody can lock others out of their account.
    func notePassword(for account: [UInt8], from client: IPAddress?) -> Bool {
        let network = client.network
        // A network that is over its limit fills no other counter with names.
        if passwordsOfNetwork.note(network) || passwords.note(Self.key(network, account)) { return true }
        _ = passwordsOfAccount.note(account)
        return false
    }

    /// The delay of an attempt after others have failed for the account.
    func pause(for account: [UInt8]) -> Duration { passwordsOfAccount.isOver(account) ? Self.pause : .zero }

    /// Takes back a noted password that was right.
    func forgivePassword(for account: [UInt8], from client: IPAddress?) {
        passwords.forgive(Self.key(client.network, account))
        passwordsOfNetwork.forgive(client.network)
        passwordsOfAccount.forgive(account)
    }

    private static func key(_ network: [UInt8], _ account: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: network.count)] + network + account
    }

    /// Notes a wrong token that was typed; returns whether there were too many.
    func noteTypedToken(from client: IPAddress?) -> Bool { typedTokens.note(client.network) }

    /// Notes a wrong token or app password of a request; returns whether there were too many.
    func noteSecret(from client: IPAddress?) -> Bool { secrets.note(client.network) }

    /// Notes a cookie of no session; returns whether there were too many.
    func noteSession(from client: IPAddress?) -> Bool { sessions.note(client.network) }
}

/// Counts failed attempts within a minute, for each network or name.
final class AttemptCounter: Sendable {
    private struct Attempts {
        var count = 0
        var since = ContinuousClock.now

        var isPast: Bool { ContinuousClock.now - since > .seconds(60) }
    }

    /// The maximum number of keys that are counted.
    private static let keys = 10_000

    /// The maximum number within a minute.
    private let limit: Int
    // Requests on many threads are counted, and admitted or refused immediately.
    private let attempts = Mutex<[[UInt8]: Attempts]>([:])

    init(limit: Int = 20) { self.limit = limit }

    /// Counts one; returns whether there are too many.
    func note(_ key: [UInt8]) -> Bool {
        attempts.withLock { attempts in
            if attempts.count >= Self.keys {
                attempts = attempts.filter { !$0.value.isPast }
                if attempts.count >= Self.keys { Self.dropSmallest(&attempts) }
            }
            var own = attempts[key] ?? Attempts()
            if own.isPast { own = Attempts() }
            own.count += 1
            attempts[key] = own
            return own.count > limit
        }
    }

    /// Keeps the half with the most attempts.
    private static func dropSmallest(_ attempts: inout [[UInt8]: Attempts]) {
        let most = attempts.sorted { $0.value.count > $1.value.count }.prefix(keys / 2)
        attempts = Dictionary(uniqueKeysWithValues: most.map { ($0.key, $0.value) })
    }

    /// True if there are too many.
    func isOver(_ key: [UInt8]) -> Bool {
        attempts.withLock { attempts in attempts[key].map { !$0.isPast && $0.count > limit } ?? false }
    }

    /// Takes back what was counted before it proved right.
    func forgive(_ key: [UInt8]) {
        attempts.withLock { attempts in
            if let count = attempts[key]?.count, count > 0 { attempts[key]?.count = count - 1 }
        }
    }
}

extension IPAddress? {
    /// The network that counts as one client; unknown addresses count as one.
    var network: [UInt8] { self?.network ?? [] }
}

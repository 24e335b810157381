import Dispatch
import FeedStore
import Feeds
import Freshet
import Logging
import Platform
import Synchronization

/// The contexts of all accounts, which follow the store.
final class AccountContexts: Sendable {
    let shared: SharedContext
    /// That of the first account, which answers requests as long as there is no other one.
    let first: ServerContext
    // Requests on many threads look up their context.
    private let others = Mutex<[Account.ID: ServerContext]>([:])
    /// What the last check reported.
    // Checks on changing threads compare it and replace it.
    private let lastWarning = Mutex<String?>(nil)
    /// How many notices of the store were logged, or reported before the server started.
    private let loggedNotices: Atomic<Int>
    private let isOver = Atomic(false)

    private static let closed =
        "Others may reach this server, and no account has a password, so every request is refused. Set a password: "
        + "freshet accounts password admin."

    /// - Parameter environment: that of the first account.
    init(
        _ environment: FeedEnvironment, _ configuration: FreshetServer.Configuration, _ publicURL: PublicURL?,
        _ proxies: TrustedProxies, _ logger: Logger
    ) {
        let environment = environment.of(Account.first)
        shared = SharedContext(environment, configuration, publicURL, proxies, logger)
        first = ServerContext(environment, shared)
        loggedNotices = Atomic(environment.store.notices.count)
    }

    /// The context of an account; nil once it has been removed. Waits for no store.
    func context(of account: Account.ID) -> ServerContext? {
        account == Account.first ? first : others.withLock { $0[account] }
    }

    private var all: [ServerContext] { [first] + others.withLock { Array($0.values) } }

    /// Applies changes in the list of accounts by this and other processes. Blocks the calling thread.
    func refreshAccounts() throws {
        try shared.accountRule.refresh()
        let ids = Set(shared.accountRule.accounts.map(\.id)).subtracting([Account.first])
        let (added, removed) = others.withLock { others in
            let removed = others.filter { !ids.contains($0.key) }.map(\.value)
            let added = ids.filter { others[$0] == nil }
                .map { ServerContext(first.environment.of($0), shared) }
            others = others.filter { ids.contains($0.key) }
            for context in added { others[context.environment.store.account] = context }
            return (added, removed)
        }
        for context in removed { context.feeds.end() }
        if isOver.load(ordering: .relaxed) { for context in added { context.feeds.end() } }
    }

    /// Rechecks the store every second, and at once when it announces a change, until it is disposed.
    func startRechecking() -> any Disposable {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.recheck")
        let store = first.environment.store
        guard store.announcesChanges else {
            return Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { [weak self] _ in
                self?.recheck()
            })
        }
        return scheduler.scheduleRecursive(()) { [weak self] _, again in
            store.waitForChange(atMost: 1)
            guard let self else { return }
            recheck()
            again(())
        }
    }

    private func recheck() {
        shared.memory.release(clients: shared.clients.value)
        check()
    }

    /// Ends the sessions of former tokens, and checks everything for the first time. Blocks the calling thread.
    func begin() {
        do { if shared.tokenRule.isSet { try shared.sessions.endFormer() } } catch {
            shared.logger.warning("\(error)")
        }
        check()
    }

    /// Disconnects all live clients; no live feed can be connected afterwards.
    func dismissClients() {
        isOver.store(true, ordering: .relaxed)
        for context in all { context.feeds.dismissClients() }
    }

    /// Ends all live feeds. Blocks the calling thread while they release their leases.
    func end() {
        dismissClients()
        for context in all { context.feeds.end() }
    }

    /// Rechecks the sessions, the accounts and the store. A failure is logged once, until another one follows.
    private func check() {
        var warnings: [String] = []
        func attempt(_ work: () throws -> Void) {
            do { try work() } catch {
                if !warnings.contains("\(error)") { warnings.append("\(error)") }
            }
        }
        attempt(shared.sessions.read)
        attempt(refreshAccounts)
        if shared.accountRule.isClosed { warnings.append(Self.closed) }
        for context in all { attempt(context.recheck) }
        let warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
        let isNew = lastWarning.withLock { last in
            defer { last = warning }
            return last != warning
        }
        if isNew, let warning { shared.logger.warning("\(warning)") }
        let notices = first.environment.store.notices
        for notice in notices.dropFirst(loggedNotices.exchange(notices.count, ordering: .relaxed)) {
            shared.logger.warning("\(notice)")
        }
    }
}

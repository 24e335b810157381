import Dispatch
import FeedStore
import Feeds
import Freshet
import Logging
import Platform
import Synchronization

/// The contexts of accounts with requests or live clients, and what the server does for all accounts.
final class AccountContexts: Sendable {
    private struct Slot {
        let context: ServerContext
        /// The time of its last use by a request.
        var usedAt: ContinuousClock.Instant
    }

    let shared: SharedContext
    /// The first account's context, which answers all requests while there is only one account.
    let first: ServerContext
    /// Refreshes the followed feeds of all accounts.
    let polls: FollowedPolls
    // Requests on many threads look up their context.
    private let others = Mutex<[Account.ID: Slot]>([:])
    /// The warning of the last check.
    // Checks on changing threads compare it and replace it.
    private let lastWarning = Mutex<String?>(nil)
    /// The number of the store's notices that were logged, or reported before the server started.
    private let loggedNotices: Atomic<Int>
    private let isOver = Atomic(false)
    private let ending = ShutdownWork()

    /// The time for which a context without requests and live clients is kept.
    private static let idleTime = Duration.seconds(300)
    /// The maximum number of contexts; those that were unused for the longest time are released.
    private static let maximum = 1000

    private static let closed =
        "Others may reach this server, and no account has a password. Until one is set, every request is refused, except "
        + "with a link that sets it."

    /// - Parameter environment: the first account's environment.
    init(
        _ environment: FeedEnvironment, _ configuration: ServerOptions, _ publicURL: PublicURL?,
        _ proxies: TrustedProxies, _ logger: Logger
    ) {
        let environment = environment.of(Account.first)
        let shared = SharedContext(environment, configuration, publicURL, proxies, logger)
        self.shared = shared
        first = ServerContext(environment, shared)
        polls = FollowedPolls(environment, isWatched: shared.watches.isWatched) { feed in
            LiveFeed.Key(feed, PageQuery(feed.controls)).request(.scheduled)
        }
        shared.onFollow = { [weak polls] account in
            var changes = StoreChanges()
            changes.accounts = [account]
            polls?.apply(changes)
        }
        shared.refreshPoll = { [weak polls] feed in polls?.refresh(feed) ?? false }
        shared.isPollRunning = { [weak polls] feed in polls?.isRefreshing(feed) ?? false }
        loggedNotices = Atomic(environment.store.notices.count)
    }

    // MARK: Contexts

    /// The context of an account, which is made if there is none; nil if there is no such account, or if it is disabled. Waits for
    /// no store.
    func context(of account: Account.ID) -> ServerContext? {
        if account == Account.first { return first }
        guard shared.accountRule.account(account)?.isDisabled == false else { return nil }
        let now = ContinuousClock.now
        if let known = used(account, now) { return known }
        let made = ServerContext(first.environment.of(account), shared)
        let context = others.withLock { others in
            if let known = others[account]?.context { return known }
            others[account] = Slot(context: made, usedAt: now)
            return made
        }
        if isOver.load(ordering: .relaxed) { context.feeds.end() }
        return context
    }

    private func used(_ account: Account.ID, _ now: ContinuousClock.Instant) -> ServerContext? {
        others.withLock { others in
            others[account]?.usedAt = now
            return others[account]?.context
        }
    }

    /// The number of contexts.
    var count: Int { others.withLock { $0.count } + 1 }

    private var all: [ServerContext] { [first] + others.withLock { $0.values.map(\.context) } }

    /// Releases contexts without live clients that no request has used for a while.
    func releaseIdle(at now: ContinuousClock.Instant = .now) {
        // Freed after the lock has been released.
        let released = others.withLock { others in
            let unused = others.filter { !$0.value.context.isInUse }.sorted { $0.value.usedAt < $1.value.usedAt }
            let surplus = others.count - Self.maximum
            let released = unused.enumerated().filter { number, slot in
                number < surplus || slot.value.usedAt + Self.idleTime <= now
            }.map(\.element)
            for (account, _) in released { others[account] = nil }
            return released
        }
        for (_, slot) in released { slot.context.feeds.end() }
    }

    /// Reads the accounts, and what admits requests, again. Blocks the calling thread.
    func refreshAccounts() throws {
        try shared.accountRule.refresh()
        let ids = Set(shared.accountRule.accounts.filter { !$0.isDisabled }.map(\.id))
        let removed = others.withLock { others in
            let removed = others.filter { !ids.contains($0.key) }.map(\.value.context)
            others = others.filter { ids.contains($0.key) }
            return removed
        }
        for context in removed { context.feeds.end() }
    }

    // MARK: Changes

    /// Applies changes of the store as they are committed, until it is disposed.
    func startRechecking() -> any Disposable {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.recheck")
        let store = first.environment.store
        return scheduler.scheduleRecursive(()) { [weak self] _, again in
            let changes = store.waitForChanges(atMost: 1)
            guard let self, !isOver.load(ordering: .relaxed) else { return }
            apply(changes)
            shared.memory.release(clients: shared.clients.value)
            releaseIdle()
            again(())
        }
    }

    /// Ends the sessions of former tokens, and checks everything. Blocks the calling thread.
    func begin() {
        endFormerSessions()
        var everything = StoreChanges()
        everything.isEverything = true
        apply(everything)
    }

    /// Ends the sessions of former tokens. Blocks the calling thread.
    func endFormerSessions() {
        do { if shared.tokenRule.isSet { try shared.sessions.endFormer() } } catch {
            shared.logger.warning("\(error)")
        }
    }

    /// Applies changes of the store: reads what accounts with live clients see of them, and what admits requests if that may have
    /// changed. Blocks the calling thread. A failure is logged once, until another one follows.
    func apply(_ changes: StoreChanges) {
        shared.changes.note(changes)
        var warnings: [String] = []
        func attempt(_ work: () throws -> Void) {
            do { try work() } catch {
                if !warnings.contains("\(error)") { warnings.append("\(error)") }
            }
        }
        attempt(shared.sessions.read)
        if changes.isEverything || shared.accountRule.isUnread || shared.hasProblem { attempt(refreshAccounts) }
        for context in all where context.hasClients && context.isConcerned(by: changes) {
            attempt { try context.recheck(after: changes) }
        }
        polls.apply(changes)
        if !changes.isEmpty { shared.configuration.onChange?() }
        shared.hasProblem = !warnings.isEmpty
        log(shared.accountRule.isClosed ? warnings + [Self.closed] : warnings)
    }

    private func log(_ warnings: [String]) {
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

    // MARK: The end

    /// Disconnects all live clients; no live feed can be connected afterwards.
    func dismissClients() {
        isOver.store(true, ordering: .relaxed)
        for context in all { context.feeds.dismissClients() }
    }

    /// Begins to end all live feeds and polls, which release their leases, on a thread of its own.
    ///
    /// - Parameter work: ends further work with them.
    func beginEnd(_ work: @escaping @Sendable () -> Void = {}) {
        dismissClients()
        ending.begin { [self] in
            polls.stop()
            for context in all { context.feeds.end() }
        }
        ending.begin(work)
    }

    /// Waits for the end, but at most until `timeout` after it began: a slow database must not keep the process. Leases that
    /// aren't released expire.
    func waitForEnd(_ timeout: Duration) { ending.wait(timeout) }
}

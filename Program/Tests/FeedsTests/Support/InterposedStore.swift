import FeedStore
import Foundation
import Search

/// A store in which something happens before each write, such as a failure, or after it.
struct InterposedStore: FeedStore {
    /// What is written.
    enum Write {
        case claim
        case commit
        case renewal
        case other
    }

    let store: any FeedStore
    /// The write fails if it throws.
    let before: @Sendable (Write) throws -> Void
    /// Called after claims and renewals.
    var after: @Sendable (Write) -> Void = { _ in }

    /// A store of which only reading works.
    static func failing(store: any FeedStore, error: FeedStoreError) -> InterposedStore {
        InterposedStore(store: store) { _ in throw error }
    }

    var account: Account.ID { store.account }
    func of(_ account: Account.ID) -> InterposedStore {
        InterposedStore(store: store.of(account), before: before, after: after)
    }
    func accounts() throws -> [Account] { try store.accounts() }
    func password() throws -> PasswordHash? { try store.password() }
    func mayRead(_ feed: FeedKey) throws -> Bool { try store.mayRead(feed) }
    func checkOpening(_ feed: FeedKey) throws { try store.checkOpening(feed) }
    func ownToken(for upstream: String) throws -> String? { try store.ownToken(for: upstream) }
    func setOwnToken(_ token: String?, for upstream: String) throws {
        try before(.other)
        try store.setOwnToken(token, for: upstream)
    }
    func appPasswords() throws -> [AppPassword] { try store.appPasswords() }
    func appPassword(for secret: Secret, at date: Date) throws -> AppPassword? {
        try store.appPassword(for: secret, at: date)
    }
    func sessions(at date: Date) throws -> [AccountSession] { try store.sessions(at: date) }
    func session(for secret: Secret, at date: Date) throws -> AccountSession? {
        try store.session(for: secret, at: date)
    }
    func addAccount(
        named name: String, password: PasswordHash?, isAdministrator: Bool, at date: Date
    ) throws -> Account? {
        try before(.other)
        return try store.addAccount(named: name, password: password, isAdministrator: isAdministrator, at: date)
    }
    func removeAccount(_ id: Account.ID) throws -> Bool {
        try before(.other)
        return try store.removeAccount(id)
    }
    func setAdministrator(_ isAdministrator: Bool, _ id: Account.ID) throws -> Bool {
        try before(.other)
        return try store.setAdministrator(isAdministrator, id)
    }
    func setPassword(_ password: PasswordHash, keeping session: AccountSession.ID?) throws {
        try before(.other)
        return try store.setPassword(password, keeping: session)
    }
    func addAppPassword(
        named name: String, secret: Secret, scope: AppPassword.Scope, at date: Date
    ) throws -> AppPassword? {
        try before(.other)
        return try store.addAppPassword(named: name, secret: secret, scope: scope, at: date)
    }
    func removeAppPassword(named name: String) throws -> Bool {
        try before(.other)
        return try store.removeAppPassword(named: name)
    }
    func startSession(secret: Secret, address: String?, browser: String?, at date: Date) throws -> AccountSession {
        try before(.other)
        return try store.startSession(secret: secret, address: address, browser: browser, at: date)
    }
    func endSession(_ id: AccountSession.ID) throws -> Bool {
        try before(.other)
        return try store.endSession(id)
    }
    func endSessions(except id: AccountSession.ID?) throws -> Int {
        try before(.other)
        return try store.endSessions(except: id)
    }
    var notices: [StoreNotice] { store.notices }
    func snapshot(of feed: FeedKey, order: ItemOrder, filter: ItemFilter, offset: Int, limit: Int?) throws -> Snapshot {
        try store.snapshot(of: feed, order: order, filter: filter, offset: offset, limit: limit)
    }
    func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] { try store.items(of: feed, ids: ids) }
    func items(_ selection: ItemSelection, offset: Int, limit: Int?) throws -> ItemList {
        try store.items(selection, offset: offset, limit: limit)
    }
    func marks(of items: [ItemKey]) throws -> [ItemKey: ItemMarks] { try store.marks(of: items) }
    func unreadHash() throws -> Int { try store.unreadHash() }
    func unreadCounts() throws -> UnreadCounts { try store.unreadCounts() }
    func feeds() throws -> [FeedSummary] { try store.feeds() }
    func interval(of feed: FeedKey) throws -> FeedInterval { try store.interval(of: feed) }
    func lastVisit(of feed: FeedKey, at date: Date) throws -> Date? { try store.lastVisit(of: feed, at: date) }
    func followed() throws -> [StoredFollow] { try store.followed() }
    func readItems() throws -> [StoreExport.ReadItem] { try store.readItems() }
    func search(
        _ query: SearchQuery, order: SearchOrder, limit: Int, now: Date, until deadline: ContinuousClock.Instant?
    ) throws -> SearchResults {
        try store.search(query, order: order, limit: limit, now: now, until: deadline)
    }
    func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry? { try store.ledgerEntry(for: endpoint) }
    func ledger(_ scope: LedgerScope) throws -> [LedgerEntry] { try store.ledger(scope) }
    func quotas(at now: Date) throws -> [Quota] { try store.quotas(at: now) }
    func version() throws -> Int { try store.version() }

    var announcesChanges: Bool { store.announcesChanges }

    func waitForChange(atMost seconds: TimeInterval) { store.waitForChange(atMost: seconds) }

    func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws {
        try before(.commit)
        return try store.commit(refreshes, ledger: ledger, quotas: quotas)
    }
    func visit(_ feed: FeedKey, at date: Date) throws {
        try before(.other)
        return try store.visit(feed, at: date)
    }
    func prune(now: Date) throws -> [FeedKey] {
        try before(.other)
        return try store.prune(now: now)
    }
    func mark(_ items: [ItemKey], as mark: Mark, storing arriving: [Refresh], at date: Date) throws -> [ItemKey] {
        try before(.other)
        return try store.mark(items, as: mark, storing: arriving, at: date)
    }
    func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws {
        try before(.other)
        try store.mark(all: selection, as: mark, at: date)
    }
    func mark(each selection: ItemSelection, as mark: Mark, storing arriving: [Refresh], at date: Date) throws
        -> Marking
    {
        try before(.other)
        return try store.mark(each: selection, as: mark, storing: arriving, at: date)
    }
    func undo(_ markings: [Int64], at date: Date) throws -> [ItemKey]? {
        try before(.other)
        return try store.undo(markings, at: date)
    }
    func shownCount(of marking: Int64, at date: Date) throws -> Int? { try store.shownCount(of: marking, at: date) }
    func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool {
        try before(.other)
        return try store.follow(feed, path: path, settings, at: date)
    }
    func add(_ export: StoreExport, at date: Date) throws -> ImportCounts {
        try before(.other)
        return try store.add(export, at: date)
    }
    func unfollow(_ feeds: [FeedKey], keeping extras: [FeedKey: Data], at date: Date) throws -> [FeedKey] {
        try before(.other)
        return try store.unfollow(feeds, keeping: extras, at: date)
    }
    func keep(_ extra: Data, for feed: FeedKey) throws {
        try before(.other)
        try store.keep(extra, for: feed)
    }
    func keep(_ extra: Data, forUnfollowed feed: FeedKey) throws {
        try before(.other)
        try store.keep(extra, forUnfollowed: feed)
    }
    func rename(_ feed: FeedKey, to follow: StoredFollow) throws {
        try before(.other)
        try store.rename(feed, to: follow)
    }
    func restore(_ follows: [(follow: StoredFollow, previous: FeedKey?)], at date: Date) throws {
        try before(.other)
        try store.restore(follows, at: date)
    }
    func arrange(_ feeds: [FeedKey], folders: [FeedKey: String], at date: Date) throws {
        try before(.other)
        try store.arrange(feeds, folders: folders, at: date)
    }
    func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant? {
        try before(.renewal)
        defer { after(.renewal) }
        return try store.renew(grant, now: now, lease: lease)
    }
    func release(_ grant: Grant) throws {
        try before(.other)
        return try store.release(grant)
    }
    func forget(host: String) throws -> Bool {
        try before(.other)
        return try store.forget(host: host)
    }
    func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], urgency: Urgency
    ) throws -> Claim {
        try before(.claim)
        defer { after(.claim) }
        return try store.claim(endpoint, now: now, lease: lease, respecting: quotas, urgency: urgency)
    }
}

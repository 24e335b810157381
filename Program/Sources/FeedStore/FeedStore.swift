#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Feeds, marks, follows, search and the request ledger, shared by several processes.
///
/// Every function blocks the calling thread until it is done. It may be called from any thread, from several at once,
/// and never calls back. A function that throws ``FeedStoreError`` has changed nothing. Dates are kept to the
/// millisecond. Nothing here depends on one file or one machine: another implementation may share one store among many.
public protocol FeedStore: RuleStore, NotificationStore {
    /// Events to report to the user, such as a damaged file, oldest first. The list grows while the store is open.
    var notices: [StoreNotice] { get }

    // MARK: Feeds

    /// Returns the feed with at most `limit` items; nil returns all. A feed never committed is empty.
    func snapshot(of feed: FeedKey, order: ItemOrder, limit: Int?) throws -> Snapshot

    /// Returns the stored items among those named, in the order of `ids`, whether or not the feed still lists them.
    func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem]

    /// Stores what was fetched and what the requests cost, in one transaction.
    ///
    /// Then removes from each feed the items beyond its newest 1,000 that are also older than 90 days. Items in this
    /// commit and saved items stay.
    @discardableResult
    func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws -> CommitResult

    /// Every feed that was ever committed, by key.
    func feeds() throws -> [FeedSummary]

    /// Records that the reader looks at the feed. Visits less than 10 minutes apart are one visit.
    ///
    /// From the next visit on, ``Snapshot/lastVisitAt`` is when this one ended.
    func visit(_ feed: FeedKey, at date: Date) throws

    /// Returns when the visit before one at `date` ended; nil if there was none. Records nothing.
    func lastVisit(of feed: FeedKey, at date: Date) throws -> Date?

    /// Removes feeds that nobody follows and that nobody visited or fetched for 30 days.
    ///
    /// Their items go too, unless they are saved or another feed lists them.
    /// - Returns: the removed feeds.
    @discardableResult
    func prune(now: Date) throws -> [FeedKey]

    // MARK: Reading

    /// Marks the items; items that aren't stored are ignored.
    ///
    /// - Returns: the items that changed, for undo.
    @discardableResult
    func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws -> [ItemKey]

    /// Marks every item of the selection.
    ///
    /// - Returns: the items that changed, for undo.
    @discardableResult
    func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws -> [ItemKey]

    /// Returns the items of the selection with at most `limit` items; nil returns all.
    ///
    /// Newest first, undated items by when they were first seen. With `isSaved` true, last saved first. Each item
    /// comes once, under a followed feed if one lists it.
    func items(_ selection: ItemSelection, limit: Int?) throws -> ItemList

    /// The unread items of all followed feeds.
    func unreadCounts() throws -> UnreadCounts

    // MARK: Following

    /// Follows a feed. Its newest 20 items stay unread and the rest become read.
    ///
    /// A feed never committed gets this treatment at its first complete commit. If the feed is followed already, the
    /// settings that aren't nil replace those stored; an empty name or folder and an interval of 0 seconds remove the
    /// setting. A new interval counts from the last request, unless the upstream said when the next one is allowed.
    /// - Parameter path: the address as given, capitals kept.
    /// - Returns: false if the feed was followed already.
    @discardableResult
    func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool

    /// Returns the interval that the reader chose for a followed feed; nil if the feed has its default interval.
    func interval(of feed: FeedKey) throws -> FollowSettings.PollInterval?

    /// Unfollows a feed; its items and marks stay.
    ///
    /// - Returns: false if the feed wasn't followed.
    @discardableResult
    func unfollow(_ feed: FeedKey) throws -> Bool

    /// The followed feeds, in the order in which they were added.
    func followed() throws -> [FollowedFeed]

    // MARK: Export and import

    /// The items that were read, also those whose content isn't stored yet.
    func readItems() throws -> [StoreExport.ReadItem]

    /// Adds what another store exported; what is known stays as it is.
    ///
    /// A mark on an item that isn't stored applies when the item arrives, within 30 days. The newest 20 items of an
    /// added feed are unread, as with ``follow(_:path:_:at:)``, unless they are marked.
    func add(_ export: StoreExport, at date: Date) throws -> ImportCounts

    // MARK: Search

    /// Makes items that were stored since the last search searchable, at most `limit` of them.
    ///
    /// ``search(_:order:limit:now:)`` does this itself. A caller that has time, such as after a refresh was shown, keeps
    /// searches fast this way.
    /// - Returns: whether more are waiting.
    @discardableResult
    func updateSearchIndex(limit: Int) throws -> Bool

    /// Searches every stored item, also those that no feed lists any more.
    ///
    /// Of more than 10,000 items that contain the words, only those stored last are put in order; the total counts all.
    /// - Parameter now: what `since:7d` counts back from.
    func search(_ query: SearchQuery, order: SearchOrder, limit: Int, now: Date) throws -> SearchResults

    /// A number that changes after every commit by any process. Takes a few microseconds.
    ///
    /// Data read after the number is at least as new as the number. Numbers of different processes, or of a store that
    /// was opened again, can't be compared. The number may change without a change of data.
    func version() throws -> Int

    // MARK: Ledger

    /// Returns how the last request to the endpoint went; nil if there was none within 90 days.
    func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry?

    /// Asks whether the endpoint may be requested now; if so, leases it, so that no other process requests it.
    ///
    /// The lease ends when the request is recorded, at ``release(_:)``, or after `lease` seconds without
    /// ``renew(_:now:lease:)``. No wait lasts longer than a day. Waits that were recorded more than a minute after
    /// `now`, by a clock that was ahead, are ignored.
    /// - Parameters:
    ///   - quotas: the limits that the request counts against.
    ///   - urgency: which waits the request ignores.
    ///     Within 10 seconds of the last request the claim is refused all the same, as ``PollRule/spacing``.
    func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], urgency: Urgency
    ) throws -> Claim

    /// Extends a lease to `lease` seconds from now; nil if the lease ended and another process has taken it.
    func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant?

    /// Ends an unused lease, such as that of a canceled request. Does nothing if the lease has ended.
    func release(_ grant: Grant) throws

    /// Records requests and ends their leases.
    ///
    /// Unless the outcome is a 2xx status, nil validators and a nil next page leave the stored ones.
    func record(_ entries: [LedgerEntry], quotas: [Quota]) throws

    /// Every endpoint requested within 90 days, by URL, then requester.
    func ledger() throws -> [LedgerEntry]

    /// Every quota reported within 90 days, by host, resource, requester.
    func quotas() throws -> [Quota]

    /// Removes every wait and quota of a host.
    ///
    /// - Parameter host: `HOST` for the scheme's own port, or `HOST:PORT`.
    /// - Returns: false if nothing is known of the host.
    @discardableResult
    func forget(host: String) throws -> Bool
}

extension FeedStore {
    /// Does nothing: for stores that index items as they are stored.
    @discardableResult
    public func updateSearchIndex(limit: Int) throws -> Bool { false }
}

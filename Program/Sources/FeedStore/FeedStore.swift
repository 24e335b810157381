public import Platform
public import Search

/// Feeds, marks, follows, search and the request ledger, shared by several processes.
///
/// Every function blocks the calling thread until it is done. Functions may be called from any thread, also concurrently,
/// and never call back. A function that throws ``FeedStoreError`` has changed nothing. Dates have millisecond
/// precision. The protocol doesn't assume one file or one machine: another implementation may share one store among many.
public protocol FeedStore: RuleStore, NotificationStore, AccountStore, SynchronizationStore, HubStore, FeedSecretStore {
    /// Events to report to the reader, such as a damaged file, oldest first. The list grows while the store is open.
    var notices: [StoreNotice] { get }

    // MARK: Feeds

    /// Returns the feed with at most `limit` items; nil returns all. A feed without commits is empty.
    ///
    /// - Parameters:
    ///   - filter: which items to return. ``Snapshot/total`` counts only these.
    ///   - offset: the number of items to leave out before the first one.
    func snapshot(of feed: FeedKey, order: ItemOrder, filter: ItemFilter, offset: Int, limit: Int?) throws -> Snapshot

    /// Returns the named items that are stored, in the order of `ids`, even if the feed doesn't list them now.
    func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem]

    /// Whether the account may read the feed, as its last refresh said; see ``Refresh/access``.
    ///
    /// The other functions treat a feed that it may not read as one that isn't stored.
    func mayRead(_ feed: FeedKey) throws -> Bool

    /// Throws ``FeedStoreError/limitReached(_:limit:)`` if nobody has opened the feed yet, and the account has opened too many
    /// that nobody follows.
    func checkOpening(_ feed: FeedKey) throws

    /// Stores refreshes and ledger entries in one transaction, and ends the leases under which the requests were made.
    ///
    /// Unless the outcome of a request is a 2xx status, nil validators and a nil next page keep the stored ones of the same feed.
    ///
    /// Then removes from each feed the items beyond its newest 1,000 that are also older than 90 days. Items in this
    /// commit and saved items stay.
    func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws

    /// Every feed that was ever committed, by key.
    func feeds() throws -> [FeedSummary]

    /// Records a visit. Visits less than 10 minutes apart are one visit.
    ///
    /// From the next visit on, ``Snapshot/lastVisitAt`` is when this one ended.
    func visit(_ feed: FeedKey, at date: Date) throws

    /// Returns when the previous visit ended, as seen by a visit at `date`; nil if there was none. Records nothing.
    func lastVisit(of feed: FeedKey, at date: Date) throws -> Date?

    /// Removes feeds that aren't followed and that weren't visited or fetched for 30 days.
    ///
    /// Removes their items too, unless they are saved or another feed lists them.
    /// - Returns: the removed feeds.
    @discardableResult
    func prune(now: Date) throws -> [FeedKey]

    // MARK: Reading

    /// Marks the items; items that are neither stored nor among `arriving` are ignored.
    ///
    /// - Parameter arriving: refreshes in progress. Marking one of their items stores it without listing it; the feed's commit lists it.
    ///   An unsaved item that isn't listed within 30 days is removed.
    /// - Returns: the items that changed, for undo.
    @discardableResult
    func mark(_ items: [ItemKey], as mark: Mark, storing arriving: [Refresh], at date: Date) throws -> [ItemKey]

    /// The marks of those items that are stored, listed or not.
    func marks(of items: [ItemKey]) throws -> [ItemKey: ItemMarks]

    /// Marks every item of the selection. Marking whole feeds as read costs the same for any number of items.
    ///
    /// Whole feeds become read with what rules hide there.
    func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws

    /// Marks every item of the selection like ``mark(all:as:at:)``, reads the keys of those that change, and records them, so
    /// that ``undo(_:at:)`` can take it back.
    ///
    /// - Parameter arriving: refreshes in progress, whose items are stored and marked, too.
    @discardableResult
    func mark(each selection: ItemSelection, as mark: Mark, storing arriving: [Refresh], at date: Date) throws
        -> Marking

    /// Undoes markings of this account, by their ``Marking/number``, in one transaction.
    ///
    /// Items that were marked otherwise since, or read again one by one, keep that. The last 100 markings of an account can be
    /// undone, for a day. Undoing a marking again changes nothing.
    /// - Returns: the items that changed, in the order of arrival, without those that rules hide; nil if none of the markings
    ///   can be undone.
    @discardableResult
    func undo(_ markings: [Int64], at date: Date) throws -> [ItemKey]?

    /// The number of items that a marking of this account changed, without those that rules hide; nil if it can't be undone.
    func shownCount(of marking: Int64, at date: Date) throws -> Int?

    /// Returns the items of the selection with at most `limit` items; nil returns all.
    ///
    /// Newest first, undated items by when they were first seen. With `isSaved` true, most recently saved first. Each item
    /// comes once, under a followed feed if one lists it.
    /// - Parameter offset: the number of items to leave out before the first one.
    func items(_ selection: ItemSelection, offset: Int, limit: Int?) throws -> ItemList

    /// The unread items of all followed feeds.
    func unreadCounts() throws -> UnreadCounts

    /// A number that changes with the unread items of all followed feeds, even if there are as many as before.
    ///
    /// Different items may have the same number by coincidence.
    func unreadHash() throws -> Int

    // MARK: Full texts

    /// What was found on the item's page; nil if it wasn't fetched.
    func fullText(of item: ItemKey) throws -> FullText?

    /// Stores what was found on the item's page, in place of what was found before. It is removed with the item.
    ///
    /// - Returns: false if the item isn't stored.
    @discardableResult
    func store(_ text: FullText, of item: ItemKey) throws -> Bool

    // MARK: Playing

    /// Where playing the item's files stopped, by the address of each file that was played.
    func playback(of item: ItemKey) throws -> [Playback]

    /// Stores where playing a file of the item stopped, in place of what was stored for the file. It is removed with the item.
    ///
    /// - Returns: false if the item isn't stored.
    @discardableResult
    func store(_ playback: Playback, of item: ItemKey) throws -> Bool

    // MARK: Following

    /// Follows a feed. Its first 20 ranks, or else its newest 20 items, stay unread and the rest become read.
    ///
    /// For a feed without commits, this happens at its first complete commit. If the feed is followed already, the
    /// settings that aren't nil replace the stored ones; an empty name or folder, an interval of 0 seconds and false remove
    /// the setting. A new interval counts from the last request, unless the upstream determined when the next one is allowed.
    /// - Parameter path: the address as given, in its original case.
    /// - Returns: false if the feed was followed already.
    @discardableResult
    func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool

    /// Returns the interval at which all accounts that follow the feed want it refreshed.
    func interval(of feed: FeedKey) throws -> FeedInterval

    /// Unfollows feeds in one transaction; their items and marks stay.
    ///
    /// - Parameter extras: what to keep for the feeds from now on, unless another account follows them.
    /// - Returns: the feeds that were followed.
    @discardableResult
    func unfollow(_ feeds: [FeedKey], keeping extras: [FeedKey: Data], at date: Date) throws -> [FeedKey]

    /// Follows feeds again that were unfollowed, with their settings and in their places, in one transaction; their items keep
    /// their marks. Does nothing for a feed that is followed.
    ///
    /// - Parameter follows: the feeds in the order in which they get their places, each with the followed feed before it; nil
    ///   for the first place.
    func restore(_ follows: [(follow: StoredFollow, previous: FeedKey?)], at date: Date) throws

    /// Gives followed feeds this order and these folders. Feeds that aren't named keep theirs, behind the named ones.
    ///
    /// - Parameter folders: the folders of feeds that move to another one; empty for none.
    func arrange(_ feeds: [FeedKey], folders: [FeedKey: String], at date: Date) throws

    /// Replaces what is kept for a stored feed; see ``Snapshot/extra``.
    func keep(_ extra: Data, for feed: FeedKey) throws

    /// Replaces what is kept for a stored feed that isn't followed; does nothing for a followed one.
    func keep(_ extra: Data, forUnfollowed feed: FeedKey) throws

    /// Gives a followed feed another key and path. Its items must have a scope of their own.
    func rename(_ feed: FeedKey, to follow: StoredFollow) throws

    /// The followed feeds, in the reader's order: at first that in which they were added.
    func followed() throws -> [StoredFollow]

    // MARK: Export and import

    /// The items that were read, including those whose content isn't stored yet.
    func readItems() throws -> [StoreExport.ReadItem]

    /// Adds an export; existing entries stay as they are.
    ///
    /// A mark on an item that isn't stored applies when the item arrives, within 30 days. The newest 20 items of an
    /// added feed are unread, as with ``follow(_:path:_:at:)``, unless they are marked.
    func add(_ export: StoreExport, at date: Date) throws -> ImportCounts

    // MARK: Search

    /// Indexes items that were stored since the last search, at most `limit` of them.
    ///
    /// ``search(_:order:limit:now:until:)`` does this itself. Calling it at idle times, such as after a refresh was shown, keeps
    /// searches fast.
    /// - Returns: whether more items are queued.
    @discardableResult
    func updateSearchIndex(limit: Int) throws -> Bool

    /// Searches every stored item, including those that are no longer listed.
    ///
    /// If more than 10,000 items contain the words, only those stored last are sorted; the total counts all.
    /// - Parameters:
    ///   - now: the reference of relative dates such as `since:7d`.
    ///   - deadline: when the search fails with ``FeedStoreError/tooSlow``; nil for never.
    func search(
        _ query: SearchQuery, order: SearchOrder, limit: Int, now: Date, until deadline: ContinuousClock.Instant?
    ) throws -> SearchResults

    /// A number that changes after every commit by any process. Reads one row.
    ///
    /// Data read after the number is at least as new as the number. Numbers of different processes, or of a store that
    /// reopened can't be compared. The number may change without a change of data.
    func version() throws -> Int

    /// Whether ``waitForChange(atMost:)`` ends at a change. A file announces none.
    var announcesChanges: Bool { get }

    /// Blocks until somebody has committed a change, at most that long, in seconds. It may return early without one.
    func waitForChange(atMost seconds: TimeInterval)

    // MARK: Ledger

    /// Returns the last request to the endpoint; nil if there was none within 90 days.
    func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry?

    /// Claims a request to the endpoint. If it is allowed, leases the endpoint, so that no other process requests it.
    ///
    /// The lease ends when the request is recorded with ``LedgerEntry/leasedUntil``, at ``release(_:)``, or after `lease` seconds without
    /// ``renew(_:now:lease:)``. No wait lasts longer than a day. Waits that were recorded more than a minute after
    /// `now`, by a clock that was ahead, are ignored.
    /// - Parameters:
    ///   - quotas: the limits that the request counts against.
    ///   - urgency: the waits that the request ignores.
    ///     Within 10 seconds of the last request the claim is still refused, as ``PollRule/spacing``.
    func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], urgency: Urgency
    ) throws -> Claim

    /// Extends a lease to `lease` seconds from now; nil if it has expired and another process has taken it.
    func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant?

    /// Releases an unused lease, such as that of a canceled request. Does nothing if it has expired.
    func release(_ grant: Grant) throws

    /// The endpoints requested within 90 days; ``LedgerScope/all`` sorts them by URL, then requester.
    func ledger(_ scope: LedgerScope) throws -> [LedgerEntry]

    /// Every quota reported within 90 days, by host, resource, requester; without those that a clock that was ahead
    /// reported more than a minute after `now`.
    func quotas(at now: Date) throws -> [Quota]

    /// Removes every wait and quota of a host.
    ///
    /// - Parameter host: `HOST` for the scheme's default port, or `HOST:PORT`.
    /// - Returns: false if the host is unknown.
    @discardableResult
    func forget(host: String) throws -> Bool
}

extension FeedStore {
    /// Returns the feed with at most `limit` items; nil returns all. A feed without commits is empty.
    public func snapshot(of feed: FeedKey, order: ItemOrder, limit: Int?) throws -> Snapshot {
        try snapshot(of: feed, order: order, filter: ItemFilter(), limit: limit)
    }

    /// Returns the feed with at most `limit` items that the filter selects; nil returns all.
    public func snapshot(of feed: FeedKey, order: ItemOrder, filter: ItemFilter, limit: Int?) throws -> Snapshot {
        try snapshot(of: feed, order: order, filter: filter, offset: 0, limit: limit)
    }

    /// Returns the first items of the selection, at most `limit` of them; nil returns all.
    public func items(_ selection: ItemSelection, limit: Int?) throws -> ItemList {
        try items(selection, offset: 0, limit: limit)
    }

    /// Marks the items; items that aren't stored are ignored.
    ///
    /// - Returns: the items that changed, for undo.
    @discardableResult
    public func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws -> [ItemKey] {
        try self.mark(items, as: mark, storing: [], at: date)
    }

    /// Marks every item of the selection, and records them, so that ``undo(_:at:)`` can take it back.
    @discardableResult
    public func mark(each selection: ItemSelection, as mark: Mark, at date: Date) throws -> Marking {
        try self.mark(each: selection, as: mark, storing: [], at: date)
    }

    /// Unfollows a feed; its items and marks stay.
    ///
    /// - Returns: false if the feed wasn't followed.
    @discardableResult
    public func unfollow(_ feed: FeedKey, at date: Date) throws -> Bool {
        try !unfollow([feed], keeping: [:], at: date).isEmpty
    }

    /// Follows a feed again that was unfollowed.
    ///
    /// - Parameter previous: the followed feed before it; nil for the first place.
    public func restore(_ follow: StoredFollow, after previous: FeedKey?, at date: Date) throws {
        try restore([(follow, previous)], at: date)
    }

    /// Searches without a deadline.
    public func search(_ query: SearchQuery, order: SearchOrder, limit: Int, now: Date) throws -> SearchResults {
        try search(query, order: order, limit: limit, now: now, until: nil)
    }

    /// Stores ledger entries.
    public func record(_ entries: [LedgerEntry], quotas: [Quota]) throws {
        try commit([], ledger: entries, quotas: quotas)
    }

    /// Does nothing, for stores that index items as they are stored.
    @discardableResult
    public func updateSearchIndex(limit: Int) throws -> Bool { false }
}

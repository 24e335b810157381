#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What was seen of each feed and what was asked of each upstream, kept across processes.
///
/// Every function blocks the calling thread until it is done and may be called from any thread, several at once; none
/// calls back into the caller. What fails, fails with a ``FeedStoreError`` and has changed nothing.
/// Dates are kept to the millisecond. Nothing here asks for one file or one machine: another implementation may
/// share one store among many.
public protocol FeedStore: Sendable {
    /// What is worth telling the user about the store itself, oldest first; grows while the store is open.
    var notices: [StoreNotice] { get }

    /// The feed as it stands: dated items first, newest first, then undated ones by rank; ties by rank, then id.
    ///
    /// A feed that was never committed is empty, without dates or gaps. `limit` bounds the items alone; nil is all.
    func snapshot(of feed: FeedKey, limit: Int?) throws -> Snapshot

    /// Those of the named items that are stored, current or not, in the order of `ids`.
    func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem]

    /// Takes in what was fetched and what the requests cost, all or nothing, in one transaction.
    ///
    /// Afterwards items beyond a feed's newest 1,000 that are also older than 90 days are dropped, but never those
    /// that this commit names.
    @discardableResult
    func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws -> CommitResult

    /// Makes the named items count as seen, and the feed as shown.
    ///
    /// The first time, all that the store had at `date` counts as seen too, named or not: a first look has nothing
    /// new. A feed of which nothing was ever fetched is not shown by this.
    /// - Parameters:
    ///   - date: when the snapshot that was shown was taken.
    ///   - withRest: whether the same is true at later times, as when a limit alone kept the rest from being shown.
    func markShown(_ feed: FeedKey, ids: [String], at date: Date, withRest: Bool) throws

    /// Notes what a reader does with the items; nothing happens to those that neither a feed nor the saved ones have.
    ///
    /// A read item's mark goes with the last feed that has it, unless it is saved too.
    func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws

    /// What was saved, the last first; `limit` nil is all.
    func saved(limit: Int?) throws -> [SavedItem]

    /// Adds a repository at the end; one that is there already, whatever its capitals, stays as it is.
    func follow(_ repository: String, at date: Date) throws

    /// Takes a repository away, whatever its capitals; nothing happens if it is not there.
    func unfollow(_ repository: String) throws

    /// The followed repositories in the order in which they were added.
    func followed() throws -> [Followed]

    /// A number that is another one after each change by whatever process, at the cost of a few microseconds.
    ///
    /// What was read after the number was is at least as new as the number. It means nothing to another process or to a store opened anew, and may
    /// change though nothing did.
    func version() throws -> Int

    /// Every feed that was ever committed, by key.
    func feeds() throws -> [FeedSummary]

    /// How the last request to the endpoint went; nil when there was none, or none within 90 days.
    func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry?

    /// Asks whether the endpoint may be requested now, and if so takes it, so that no other process does the same.
    ///
    /// The lease ends when the request is recorded, by ``release(_:)``, or after `lease` seconds.
    /// An entry or quota from more than a minute after `now` was written under a wrong clock and forbids nothing.
    /// - Parameters:
    ///   - quotas: the limits that the request counts against; one that is used up forbids it until its reset.
    ///   - insisting: passes over the rules that are only manners (``PollRule/isLimit`` is false), never over a limit
    ///     or another holder's lease.
    func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], insisting: Bool
    ) throws -> Claim

    /// Gives a claim back unused, as when the request was cancelled; nothing happens if it has ended already.
    func release(_ grant: Grant) throws

    /// Notes how requests went, and ends their leases.
    ///
    /// Unless the outcome is a 2xx status, validators and next page that an entry does not name stay as they were.
    func record(_ entries: [LedgerEntry], quotas: [Quota]) throws

    /// Every endpoint requested within 90 days, by URL, then requester.
    func ledger() throws -> [LedgerEntry]

    /// Every quota heard of within 90 days, by host, resource, requester.
    func quotas() throws -> [Quota]
}

import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the requests of one refresh of one feed: asks the ledger before each, and enters what came of it.
///
/// What it has entered is kept here until the refresh is committed with it; replies come on the environment's scheduler.
final class Accountant: HTTPTransport {
    private struct Book {
        var entries: [Endpoint: LedgerEntry] = [:]
        var quotas: [Quota.Key: Quota] = [:]
        var grants: [Endpoint: Grant] = [:]
        var next: NextRequest?
        var isClosed = false
    }

    private let feed: FeedKey
    private let environment: FeedEnvironment
    private let isInsisting: Bool
    private let sendsValidators: Bool
    private let accounting: @Sendable (HTTPRequest) -> Accounting
    private let book = Mutex(Book())

    init(
        _ feed: FeedKey, _ environment: FeedEnvironment, isInsisting: Bool, sendsValidators: Bool,
        _ accounting: @escaping @Sendable (HTTPRequest) -> Accounting
    ) {
        self.feed = feed
        self.environment = environment
        self.isInsisting = isInsisting
        self.sendsValidators = sendsValidators
        self.accounting = accounting
    }

    /// When the polled request may be made again; nil before one was answered.
    var next: NextRequest? { book.withLock { $0.next } }

    /// Stores what was fetched together with what came of the requests, which ends their leases.
    func commit(_ refreshes: [Refresh], _ completeness: Completeness) throws {
        let (entries, quotas) = book.withLock { (Array($0.entries.values), Array($0.quotas.values)) }
        try environment.store.commit(refreshes, ledger: entries.map(completeness.kept), quotas: quotas)
        book.withLock { book in
            for entry in entries { book.grants[entry.endpoint] = nil }
            (book.entries, book.quotas) = ([:], [:])
        }
    }

    /// Gives back what was claimed and not asked, and enters what was asked and came to nothing, as after a cancellation.
    func close() throws {
        let (entries, quotas, grants) = book.withLock { book in
            book.isClosed = true
            defer { (book.entries, book.quotas, book.grants) = ([:], [:], [:]) }
            return (Array(book.entries.values), Array(book.quotas.values), book.grants)
        }
        for grant in grants.values { try environment.store.release(grant) }
        if entries.isEmpty, quotas.isEmpty { return }
        try environment.store.record(entries.map(Completeness.abandoned.kept), quotas: quotas)
    }

    func response(for request: HTTPRequest) -> Single<HTTPReply> {
        .deferred { [self] in
            let requester = Requester(of: request)
            let kind = accounting(request)
            let endpoint = Endpoint(url: kind.address ?? request.url?.absoluteString ?? "", requester: requester.name)
            var asked = request
            if let previous = try claim(endpoint, for: request, kind), sendsValidators,
                case .polled(_, validates: true) = kind
            {
                Validators(eTag: previous.eTag, lastModified: previous.lastModified).apply(to: &asked.headerFields)
            }
            let sent = asked
            return environment.transport.response(for: sent)
                .observe(on: environment.scheduler)
                .do(
                    onSuccess: { [self] reply in enter(reply, endpoint, kind, sent) },
                    onError: { [self] error in enter(error, endpoint, kind, sent) })
        }
    }

    /// The last entry of the endpoint, if it may be asked now; throws ``Abstention``, ``BeingAsked`` or a ``FeedError`` if not.
    private func claim(_ endpoint: Endpoint, for request: HTTPRequest, _ kind: Accounting) throws -> LedgerEntry? {
        let now = environment.now()
        let limits = Quota.Key.all(for: request)
        // What this refresh has heard is not in the store yet.
        let heard = book.withLock { book in limits.compactMap { book.quotas[$0] } }
        if let limit = heard.first(where: { $0.remaining <= 0 && $0.resetAt > now }) {
            throw FeedError.limited(until: limit.resetAt, by: limit.rule, host: request.authority)
        }
        if case .counted = kind { return nil }
        let isPolled = if case .polled = kind { true } else { false }
        switch try answer(endpoint, limits, now, insisting: isInsisting || !isPolled) {
        case .granted(let grant):
            let isClosed = book.withLock { book in
                if !book.isClosed { book.grants[endpoint] = grant }
                return book.isClosed
            }
            guard isClosed else { return grant.previous }
            try environment.store.release(grant)
            throw CancellationError()
        case .notBefore(let date, let rule) where rule.isLimit:
            // As long as the last answer is fresh, nobody needs another one.
            let last = isPolled && !isInsisting ? try environment.store.ledgerEntry(for: endpoint) : nil
            if let last, last.rule?.isLimit != true, let next = last.nextAllowedAt, next > now {
                throw Abstention(until: date, rule: rule)
            }
            throw FeedError.limited(until: date, by: rule, host: request.authority)
        case .notBefore(let date, let rule): throw Abstention(until: date, rule: rule)
        case .leased(let date) where isPolled: throw BeingAsked(until: date)
        case .leased: return nil
        }
    }

    private func answer(
        _ endpoint: Endpoint, _ limits: [Quota.Key], _ now: Date, insisting: Bool
    ) throws -> Claim {
        do {
            return try environment.store.claim(
                endpoint, now: now, lease: 90, respecting: limits, insisting: insisting)
        } catch is FeedStoreError {
            // Nothing can be claimed in a store that cannot be written; what it says is obeyed all the same.
            let entry = try environment.store.ledgerEntry(for: endpoint)
            let quotas = try environment.store.quotas().filter { limits.contains($0.key) && $0.remaining <= 0 }
            var waits = quotas.map { ($0.resetAt, $0.rule) }
            let rule = entry?.rule ?? .spacing
            if let date = entry?.nextAllowedAt, rule.isLimit || !insisting { waits.append((date, rule)) }
            if let longest = waits.filter({ $0.0 > now }).max(by: { $0.0 < $1.0 }) {
                return .notBefore(longest.0, longest.1)
            }
            return .granted(Grant(endpoint: endpoint, until: now, previous: entry))
        }
    }

    private func enter(_ reply: HTTPReply, _ endpoint: Endpoint, _ kind: Accounting, _ request: HTTPRequest) {
        let now = environment.now()
        var entry = LedgerEntry(
            endpoint: endpoint, feed: feed, requestedAt: now, outcome: .status(reply.status.code))
        var next: NextRequest?
        if case .polled(let spacing, _) = kind {
            let validators = Validators(reply.headers)
            let allowed = NextRequest(after: reply.headers, at: now, spacing: spacing)
            entry.eTag = validators?.eTag
            entry.lastModified = validators?.lastModified
            entry.nextAllowedAt = allowed.date
            entry.rule = allowed.rule
            entry.nextPage = LinkHeader(reply.headers)["next"]?.absoluteString
            next = allowed
        }
        enter(entry, Quota(reply.headers, for: request, at: now), next)
    }

    private func enter(_ error: any Error, _ endpoint: Endpoint, _ kind: Accounting, _ request: HTTPRequest) {
        let now = environment.now()
        let failure = FeedError(error)
        var entry = LedgerEntry(
            endpoint: endpoint, feed: feed, requestedAt: now,
            outcome: .failure(kind: failure.kind, message: failure.message))
        var quota: Quota?
        switch error as? HTTPError {
        case .rateLimited(_, let limited):
            entry.nextAllowedAt = limited.retryAt
            entry.rule = limited.pollRule
            quota = Quota(limited, for: request, at: now)
        case .status(_, let status, _): entry.outcome = .status(status.code)
        default: break
        }
        enter(entry, quota, nil)
    }

    private func enter(_ entry: LedgerEntry, _ quota: Quota?, _ next: NextRequest?) {
        book.withLock { book in
            var entry = entry
            if let earlier = book.entries[entry.endpoint] { entry.requests += earlier.requests }
            book.entries[entry.endpoint] = entry
            if let quota { book.quotas[quota.key] = quota }
            if let next, next.date > book.next?.date ?? .distantPast { book.next = next }
        }
    }
}

extension Accounting {
    /// The address that requests are entered under together.
    fileprivate var address: String? {
        if case .counted(let address) = self { address } else { nil }
    }
}

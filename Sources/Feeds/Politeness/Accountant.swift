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

    /// What came of the requests so far.
    var entries: (ledger: [LedgerEntry], quotas: [Quota]) {
        book.withLock { (Array($0.entries.values), Array($0.quotas.values)) }
    }

    /// When the polled request may be made again; nil before one was answered.
    var next: NextRequest? { book.withLock { $0.next } }

    /// Gives back what was claimed and not asked, as after a cancellation.
    func release() throws {
        let grants = book.withLock { book in
            defer { book.grants = [:] }
            return book.grants.filter { book.entries[$0.key] == nil }.values
        }
        for grant in grants { try environment.store.release(grant) }
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

    /// The last entry of the endpoint, if it may be asked now; throws ``Abstention`` or a ``FeedError`` if not.
    private func claim(_ endpoint: Endpoint, for request: HTTPRequest, _ kind: Accounting) throws -> LedgerEntry? {
        if case .counted = kind { return nil }
        let isPolled = if case .polled = kind { true } else { false }
        let answer: Claim
        do {
            answer = try environment.store.claim(
                endpoint, now: environment.now(), lease: 90, respecting: Quota.Key.all(for: request),
                insisting: isInsisting || !isPolled)
        } catch FeedStoreError.readOnly {
            // Nothing can be claimed in a store that cannot be written; what it says is obeyed all the same.
            let entry = try environment.store.ledgerEntry(for: endpoint)
            if isPolled, !isInsisting, let entry, let date = entry.nextAllowedAt, date > environment.now() {
                throw Abstention(until: date, rule: entry.rule ?? .spacing)
            }
            return entry
        }
        switch answer {
        case .granted(let grant):
            book.withLock { $0.grants[endpoint] = grant }
            return grant.previous
        case .notBefore(let date, let rule) where rule.isLimit:
            throw FeedError.limited(until: date, by: rule, host: request.authority)
        case .notBefore(let date, let rule): throw Abstention(until: date, rule: rule)
        case .leased(let date): throw Abstention(until: date, rule: .spacing)
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

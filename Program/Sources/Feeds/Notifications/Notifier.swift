import Dispatch
import FeedStore
import Freshet
import FreshetHTTP
import Platform
import Synchronization
import WebText

/// Sends notifications and digests to the destinations of all accounts.
///
/// Each destination has its own task, so a destination that hangs delays neither other destinations nor feeds.
package final class Notifier: Sendable {
    /// Sends a message; throws if the destination doesn't accept it.
    package typealias Delivery = @Sendable (OutgoingMessage, Destination) async throws -> Void

    /// The maximum number of notifications in a message.
    static let largestBatch = 100
    /// The maximum number of notes an hour for an account that isn't an administrator's; further notifications wait and are
    /// sent together.
    static let largestRate = 60

    private struct State {
        var busy: Set<Int64> = []
        var checkedAbsencesAt = Date.distantPast
    }

    private let environment: FeedEnvironment
    private let deliver: Delivery
    /// The offset from UTC in seconds at an instant, given in seconds since 1970.
    private let offset: @Sendable (Int) -> Int
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let rate = RateLimiter<Account.ID>(Notifier.largestRate, within: 3600)

    /// - Parameters:
    ///   - offset: the time zone of quiet hours and digests: its offset from UTC in seconds at an instant, in seconds since 1970.
    ///   - report: called with a sentence if the store can't be used.
    package init(
        _ environment: FeedEnvironment, offset: @escaping @Sendable (Int) -> Int = { _ in 0 },
        report: @escaping @Sendable (String) -> Void = { _ in }, deliver: @escaping Delivery
    ) {
        self.environment = environment
        self.offset = offset
        self.report = report
        self.deliver = deliver
    }

    /// Delivers due notifications every `interval`, and when something may have changed, until it is disposed.
    ///
    /// - Parameter changes: emits when the store has changed; the destinations are read at most every 2 seconds then.
    package func start(
        every interval: RxTimeInterval = .seconds(5), and changes: Observable<Void> = .never()
    ) -> any Disposable {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.notifier")
        let times = Observable<Int>.interval(interval, scheduler: scheduler).map { _ in }.startWith(())
        return Observable.merge(times, changes).throttle(.seconds(2), latest: true, scheduler: scheduler)
            .observe(on: scheduler)
            .subscribe(onNext: { [self] _ in
                do {
                    for due in try dueDestinations() { Task { await self.serve(due) } }
                } catch {
                    report("Notifications can't be read: \(error)")
                }
            })
    }

    /// Delivers what is due now. Returns when each destination has accepted its notes or failed.
    package func deliverDue() async throws {
        let destinations = try dueDestinations()
        await withTaskGroup(of: Void.self) { group in
            for due in destinations { group.addTask { await self.serve(due) } }
        }
    }

    /// The delay in seconds after that many failures: 15 s, doubled each time, at most an hour.
    package static func pause(afterFailures count: Int) -> TimeInterval {
        min(StoredDestination.longestPause, Double(15 << max(0, min(count, 16) - 1)))
    }

    /// The reason why a destination rejected a message, as a clause.
    package static func reason(_ error: any Error) -> String {
        var reason = (error as? HTTPError)?.description ?? String(describing: error)
        while reason.hasSuffix(".") { reason.removeLast() }
        return reason
    }

    /// A destination to serve, and the environment of its account.
    private struct DueDestination: Sendable {
        let destination: NamedDestination
        let environment: FeedEnvironment
        /// True unless the account is an administrator.
        let isLimited: Bool
    }

    /// The destinations of all accounts that are neither delivering nor in their quiet hours.
    private func dueDestinations() throws -> [DueDestination] {
        let now = environment.now()
        let checksAbsences = state.withLock { state in
            guard abs(now.timeIntervalSince(state.checkedAbsencesAt)) >= 60 else { return false }
            state.checkedAbsencesAt = now
            return true
        }
        let minute = minute(of: now)
        if checksAbsences { try environment.store.checkAbsences(now: now) }
        return try environment.store.destinationsOfAllAccounts().compactMap { account, isAdministrator, stored in
            guard let destination = try environment.named(stored, isAdministrator: isAdministrator),
                isDue(destination, minute, now)
            else { return nil }
            return DueDestination(
                destination: destination, environment: environment.of(account), isLimited: !isAdministrator)
        }
    }

    private func isDue(_ destination: NamedDestination, _ minute: Int, _ now: Date) -> Bool {
        if destination.pause != nil { return false }
        if destination.destination.quiet?.contains(minute) == true { return false }
        if destination.stored.isPaused(at: now) { return false }
        return destination.stored.waiting > 0 || digestIsDue(destination, now)
    }

    private func serve(_ due: DueDestination) async {
        let (destination, environment) = (due.destination, due.environment)
        guard state.withLock({ $0.busy.insert(destination.id).inserted }) else { return }
        defer { state.withLock { _ = $0.busy.remove(destination.id) } }
        do {
            let (store, now) = (environment.store, environment.now)
            let names = Dictionary(try environment.followed().map { ($0.feed.key, $0.title) }) { first, _ in first }
            while let batch = try takeBatch(for: due) {
                do {
                    try await deliver(
                        OutgoingMessage(batch, environment.catalog, names: names), destination.destination)
                    try store.settle(batch, at: now())
                    // Further ones wait for the next turn, so that each due destination takes one note of the rate.
                    if due.isLimited { break }
                } catch let error as FeedStoreError {
                    throw error
                } catch {
                    let retryAt = now() + Self.pause(afterFailures: batch.failures + 1)
                    try store.fail(batch, error: Self.reason(error), retryAt: retryAt, at: now())
                    return
                }
            }
            try await sendDigest(destination, environment)
        } catch {
            report("Notifications to \(destination.name) can't be sent: \(error)")
        }
    }

    /// The next notifications for a destination; nil if none wait, or if the account has sent too many notes.
    private func takeBatch(for due: DueDestination) throws -> NotificationBatch? {
        let (store, now) = (due.environment.store, due.environment.now())
        if due.isLimited, !rate.take(store.account, at: now) { return nil }
        let batch = try store.takeBatch(for: due.destination.id, limit: Self.largestBatch, now: now)
        if batch == nil, due.isLimited { rate.giveBack(store.account) }
        return batch
    }

    // MARK: Digests

    private func minute(of date: Date) -> Int {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let local = CivilDate(secondsSince1970: seconds, offset: offset(seconds))
        return local.hour * 60 + local.minute
    }

    /// The last time at which a digest was due.
    private func lastDigest(_ digest: DailyDigest, _ now: Date) -> Date {
        let passed = (minute(of: now) - digest.minute + 1440) % 1440
        let seconds = Int((now.timeIntervalSince1970 / 60).rounded(.down)) * 60
        let due = seconds - passed * 60
        // Since then, clocks may have been set forward or back.
        let adjusted = due + offset(seconds) - offset(due)
        return Date(timeIntervalSince1970: Double(adjusted <= seconds ? adjusted : due))
    }

    private func digestIsDue(_ destination: NamedDestination, _ now: Date) -> Bool {
        guard let digest = destination.destination.digest else { return false }
        let due = lastDigest(digest, now)
        let isRequested = digest.since.map { $0 < due || $0 > now } ?? true
        return isRequested && destination.stored.wasDigested(before: due, now: now)
    }

    private func sendDigest(_ destination: NamedDestination, _ environment: FeedEnvironment) async throws {
        let (store, now) = (environment.store, environment.now())
        guard let digest = destination.destination.digest, digestIsDue(destination, now) else { return }
        let due = lastDigest(digest, now)
        guard try store.claimDigest(of: destination.id, due: due, now: now) else { return }
        // After a late digest, the next one reaches back to it, but not further than a week.
        let former = max(destination.stored.digestedAt ?? now, now - 7 * 86_400)
        let content = try Digest(environment, since: min(now - TimeInterval(digest.span), former), until: now)
        do {
            if !content.groups.isEmpty {
                try await deliver(
                    content.note(id: "digest-\(destination.id)-\(Int(due.timeIntervalSince1970))"),
                    destination.destination)
            }
            try store.noteDigest(of: destination.id, error: nil, retryAt: nil, at: now)
        } catch let error as FeedStoreError {
            throw error
        } catch {
            try store.noteDigest(
                of: destination.id, error: Self.reason(error),
                retryAt: now + Self.pause(afterFailures: destination.stored.failures + 1), at: now)
        }
    }
}

/// Limits how often each key, such as an account, occurs in a span. Counts in this process alone.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let limit: Int
    private let span: TimeInterval
    // Requests and deliveries on many threads take their turns.
    private let taken = Mutex<[Key: [Date]]>([:])

    /// - Parameters:
    ///   - limit: the maximum number within the span.
    ///   - span: in seconds.
    package init(_ limit: Int, within span: TimeInterval) { (self.limit, self.span) = (limit, span) }

    /// Counts one; returns false, and counts nothing, if there were too many.
    package func take(_ key: Key, at now: Date) -> Bool {
        taken.withLock { taken in
            // Future times were noted by a clock that was ahead.
            var own = taken[key, default: []].filter { (0..<span).contains(now.timeIntervalSince($0)) }
            let isAllowed = own.count < limit
            if isAllowed { own.append(now) }
            taken[key] = own.isEmpty ? nil : own
            return isAllowed
        }
    }

    /// Takes back the last one that was counted.
    package func giveBack(_ key: Key) {
        taken.withLock { taken in
            _ = taken[key]?.popLast()
            if taken[key]?.isEmpty == true { taken[key] = nil }
        }
    }
}

import FeedStore
import Freshet
import Platform

/// An event of a refresh.
package enum RefreshStep: Sendable {
    /// All items so far, in the feed's order, and the ids of items that count as read although they are new.
    case arrived([any FeedItem], Progress?, read: Set<String> = [])
    /// The end, with the changes to store.
    case done(RefreshResult)
}

/// The result of a refresh.
package struct RefreshResult: Sendable {
    /// The changes to store, in one transaction.
    package var refreshes: [FeedUpdate]
    /// Problems that don't make the feed stale.
    package var remarks: [String]
    /// The reason for not making a request; the stored items are still fresh by that rule.
    package var deferral: Deferral?
    /// The reason for a stale feed although something arrived.
    package var error: FeedError?
    /// The pause before the next poll, if it is longer than what the headers ask for.
    package var pause: RefreshPause?

    /// A result with these changes.
    package init(
        _ refreshes: [FeedUpdate], remarks: [String] = [], deferral: Deferral? = nil, error: FeedError? = nil,
        pause: RefreshPause? = nil
    ) {
        self.refreshes = refreshes
        self.remarks = remarks
        self.deferral = deferral
        self.error = error
        self.pause = pause
    }
}

extension RefreshResult {
    /// The same result, after which only `reader` may read the feed; unchanged if that is nil.
    func restricted(to reader: Account.ID?, of feed: FeedKey) -> RefreshResult {
        guard let reader, let index = refreshes.firstIndex(where: { $0.feed == feed }) else { return self }
        var result = self
        result.refreshes[index].access = .only(reader)
        return result
    }

    /// True if another account alone may read the feed after this result.
    func isRestricted(from account: Account.ID, _ feed: FeedKey) -> Bool {
        refreshes.contains { refresh in
            guard refresh.feed == feed, case .only(let reader) = refresh.access else { return false }
            return reader != account
        }
    }

    /// The result as a failure if the feed sent items and none of them can be read, so that what is stored stays.
    func checked(for feed: FeedKey) -> RefreshResult {
        guard error == nil, let index = refreshes.firstIndex(where: { $0.feed == feed }),
            refreshes[index].items.isEmpty, let count = refreshes[index].skipped, count > 0
        else { return self }
        var result = self
        result.refreshes[index].mode = .merge
        result.error = FeedError(
            kind: FeedError.unreadable,
            message: count == 1 ? "The only item can't be read" : "None of the \(count) items can be read")
        return result
    }
}

/// A pause before the next poll of a feed, which depends on its content.
package struct RefreshPause: Sendable, Hashable {
    /// The length in seconds.
    package var seconds: TimeInterval
    /// The rule that asks for it: the feed's own, Freshet's or the reader's.
    package var rule: PollRule

    /// A pause by a rule.
    package init(seconds: TimeInterval, rule: PollRule) {
        self.seconds = seconds
        self.rule = rule
    }
}

extension ObservableType where Element: Sendable {
    /// Maps each element to a step, and the last element also to the final step.
    /// ```
    /// source  --a--b--c-|
    /// result  --a--b--c-C|
    /// ```
    package func steps<Step: Sendable>(
        arrived: @escaping @Sendable (Element) throws -> Step, done: @escaping @Sendable (Element) throws -> Step
    ) -> Observable<Step> {
        map(Optional.some).concat(Observable.just(nil))
            .scan(MarkedElement<Element>()) { latest, element in
                element.map { MarkedElement(element: $0) } ?? MarkedElement(element: latest.element, isLast: true)
            }
            .compactMap { latest in
                guard let element = latest.element else { return nil }
                return try latest.isLast ? done(element) : arrived(element)
            }
    }
}

/// The latest element, marked once the source has completed.
private struct MarkedElement<Element: Sendable>: Sendable {
    var element: Element?
    var isLast = false
}

import Dispatch
import FeedStore
import Feeds
import Freshet
import Platform
import Search

/// The reader's access to the store. Reads don't wait for writes, which wait for those of refreshes.
struct ReaderStore: Sendable {
    let environment: FeedEnvironment
    /// The scheduler of reads, one after another.
    let scheduler: any SchedulerType
    /// The scheduler of writes, one after another.
    let writes: any SchedulerType
    /// The settings of newly followed feeds.
    private let defaults: Settings.Follow

    init(_ environment: FeedEnvironment, _ defaults: Settings.Follow) {
        self.defaults = defaults
        self.environment = environment
        scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.reader.reads")
        writes = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.reader.writes")
    }

    /// Emits immediately, and within half a second of each change of the store by any process.
    var changes: Observable<Void> {
        Observable<Int>.interval(.milliseconds(500), scheduler: scheduler).startWith(0)
            .observe(on: scheduler)
            .map { _ in try environment.store.changeNumber() }
            .distinctUntilChanged()
            .map { _ in }
            .share(replay: 1, scope: .whileConnected)
    }

    /// Waits until the store has all earlier marks.
    func finish() {
        let isDone = DispatchSemaphore(value: 0)
        let work = writes.schedule(()) {
            isDone.signal()
            return Disposables.create()
        }
        isDone.wait()
        work.dispose()
    }

    /// The followed feeds, their unread items, and the feeds that couldn't be refreshed.
    func following() throws -> ReaderAction {
        let failed = try environment.store.feeds().filter { $0.error != nil }.map(\.feed)
        return .following(
            try environment.followed(), try environment.unreadCounts(), failed: Set(failed),
            areStoriesOn: try environment.storyPreferences().isOn)
    }

    /// A part of a list across feeds. Items that were read later than `date` stay in lists of unread items.
    func items(_ source: ReaderSource, _ window: ListWindow, readSince date: Date) throws -> ReaderAction {
        var selection = try selection(source, window.filter)
        selection.readSince = date
        let items = try environment.items(selection, offset: window.start, limit: window.count)
        return .listed(source, items, in: window)
    }

    private func selection(_ source: ReaderSource, _ filter: String) throws -> ItemSelection {
        if filter.isEmpty { return source.selection }
        let names = try environment.followed().map { ($0.feed.key, "\($0.title)\n\($0.feed.title)") }
        return source.selection(filter, names: Dictionary(names) { first, _ in first })
    }

    func mark(_ keys: [ItemKey], _ mark: Mark, isUndoable: Bool, asStories: Bool) throws -> ReaderAction {
        let changed = try environment.mark(keys, as: mark, groupsStories: asStories)
        return .marked(keys, changed: changed, mark, isUndoable: isUndoable)
    }

    /// The other voices of the story that an item tells.
    func voices(_ telling: ReaderState.Telling) throws -> ReaderAction {
        let story = try telling.story ?? environment.story(of: telling.item)
        let voices = try story.map(environment.voices) ?? []
        return .voices(telling.item, story, voices.filter { $0.key != telling.item })
    }

    func takeApart(_ items: [ItemKey], _ words: String) throws -> ReaderAction {
        let change = try environment.takeApart(items)
        return .decided(change, change == nil ? "Nothing else tells this story." : words)
    }

    func join(_ items: [ItemKey]) throws -> ReaderAction {
        let change = try environment.join(items)
        return .decided(
            change, change == nil ? "Not joined: it's one story already, or a feed isn't followed." : "Joined.")
    }

    func undo(_ change: StoryChange) throws -> Bool { try environment.undo(change) }

    func markAll(_ source: ReaderSource, _ filter: String, until date: Date) throws -> ReaderAction {
        var selection = try selection(source, filter)
        selection.firstSeenBy = date
        // The list of a single feed shows items, but marks their stories, as the keys of an item do.
        selection.groupsStories = true
        return .markedAll(try environment.mark(each: selection, as: .read))
    }

    func undo(_ marking: Marking) throws -> ReaderAction {
        guard let changed = try environment.undo([marking.number].compactMap(\.self)) else {
            return .undoExpired(marking)
        }
        return .marked(marking.items, changed: changed, .unread, isUndoable: false)
    }

    /// Records a visit to the feed, without waiting for the store.
    func visit(_ feed: Feed) {
        _ = writes.schedule(()) { [environment] in
            try? environment.visit(feed.key)  // Without it only what is new since the last visit isn't marked.
            return Disposables.create()
        }
    }

    /// Tests the line as a rule. Never fails: a failure is a problem to show.
    func test(_ text: String) -> RuleBox.Effect {
        do {
            let test = try environment.test(try environment.rule(text), shown: Self.shownMatches)
            // `keep` hides the others, so titles below this sentence would be the wrong ones.
            let titles = test.rule.verb == .keep ? [] : test.items.items.map(\.shown.entry.plainTitle)
            let hidden = try environment.hiddenFeed(by: test)
            return .matches(test.matches, titles: titles, hidesAllOf: try hidden.map(title))
        } catch {
            return .problem(String(describing: error))
        }
    }

    private func title(_ feed: Feed) throws -> String { try environment.followed(feed)?.title ?? feed.title }

    private static let shownMatches = 5

    /// Adds a rule. Never fails: a failure is an outcome.
    func add(_ text: String) -> RuleOutcome {
        do {
            let rule = try environment.rule(text)
            guard let added = try environment.add([rule]).first else { return .exists(rule.readableText) }
            let isSilent = try rule.verb == .notify && environment.store.destinations().isEmpty
            let remark = isSilent ? "It needs a destination: freshet destinations add desktop." : nil
            return .added(id: added.id, text: rule.readableText, remark: remark)
        } catch {
            return .failed(String(describing: error))
        }
    }

    func removeRule(_ id: Int64) throws { try environment.removeRule(id) }

    func unfollow(_ feed: Feed) throws -> ReaderAction {
        guard let unfollowed = try environment.unfollow(feed) else {
            return .notice("You don't follow \(feed.title).")
        }
        return .unfollowed(unfollowed)
    }

    /// Changes the settings of a followed feed; returns a sentence about it.
    func change(_ feed: Feed, _ settings: FollowSettings) throws -> String {
        guard try environment.followed(feed) != nil else { return "You don't follow \(feed.title)." }
        try environment.follow(feed, settings)
        return "Updated \(try environment.followed(feed)?.title ?? feed.title)."
    }

    /// Adds a label to an item, or removes it; returns a sentence about it.
    func change(_ item: ItemKey, _ label: String, isAdded: Bool) throws -> String {
        try environment.changeLabels(of: [item], adding: isAdded ? [label] : [], removing: isAdded ? [] : [label])
        return isAdded ? "Added the label “\(label)”." : "Removed the label “\(label)”."
    }

    /// The stored full text of an item, then that of its page if it is to be loaded. Never fails.
    func fullText(_ request: FullTextRequest) -> Observable<ReaderAction> {
        let key = ItemKey(scope: request.feed.description.scope, id: request.id)
        return Observable<FullTextStatus>.deferred {
            guard let item = try environment.item(request.id, of: request.feed) else { return .empty() }
            if !request.again, let stored = try environment.storedFullText(of: item) { return .just(.found(stored)) }
            guard request.loads else { return .empty() }
            let text = environment.fullText(of: item, again: request.again).asObservable()
            return text.map { FullTextStatus.found($0) }.startWith(.loading)
        }
        .subscribe(on: scheduler)
        .catch { .just(.failed(FeedError($0).sentences(Clock(now: environment.now())))) }
        .map { .fullText(key, $0) }
    }

    private func followed(_ feed: Feed) throws -> FollowOutcome {
        let isNew = try environment.follow(feed, defaults: defaults)
        return .followed(feed, title: try environment.followed(feed)?.title ?? feed.title, isNew: isNew)
    }

    /// Follows the feed at an address. Never fails: a failure is an outcome.
    func follow(_ address: String, namedBy page: String?) -> Observable<FollowOutcome> {
        environment.readingCandidates(of: environment.resolve(address, namedBy: page), at: address)
            .asObservable().observe(on: writes)
            .map { resolution in
                switch resolution {
                case .candidates(let candidates): .candidates(candidates)
                case .feed(let feed):
                    try followed(feed)
                }
            }
            .catch { .just(.failed(FeedError($0).sentences(Clock(now: environment.now())))) }
    }
}

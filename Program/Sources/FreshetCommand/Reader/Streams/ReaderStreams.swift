import Dispatch
import FeedStore
import Feeds
import Freshet
import Platform

/// The reader as streams: actions change the state, and the state selects the streams that deliver the next actions.
struct ReaderStreams: Sendable {
    /// A state, and the effects of the action that led to it.
    struct Step: Sendable {
        var state: ReaderState
        var effects: [ReaderEffect] = []
    }

    let store: ReaderStore
    let feeds: ReaderFeeds
    private let selection = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.reader.selection")

    init(store: ReaderStore, feeds: ReaderFeeds) {
        self.store = store
        self.feeds = feeds
    }

    /// The initial state, then the state after each action.
    static func steps(
        _ actions: Observable<ReaderAction>, from state: ReaderState, on scheduler: any SchedulerType
    ) -> Observable<Step> {
        actions.observe(on: scheduler)
            .scan(into: Step(state: state)) { step, action in step.effects = step.state.reduce(action) }
            .startWith(Step(state: state))
            .share(replay: 1)
    }

    /// The streams that the states select: the selected list, the open discussion, the sidebar, refreshes, and the time.
    ///
    /// They begin and end on a queue of their own, since the end of a refresh waits for the store, and keys must not.
    func actions(_ states: Observable<ReaderState>, _ changes: Observable<Void>) -> Observable<ReaderAction> {
        let states = states.observe(on: selection).share(replay: 1)
        let list = states.map(\.list.source).distinctUntilChanged()
            .flatMapLatest { source in
                let limits = states.map(\.list).filter { $0.source == source }.compactMap(\.limit)
                    .distinctUntilChanged()
                let windows = states.map(\.list).filter { $0.source == source }.map(\.wanted).distinctUntilChanged()
                return self.list(source, limits, windows, changes)
            }
        let discussion = states.map(\.openDiscussion).distinctUntilChanged()
            .flatMapLatest { discussion in
                discussion.map { self.discussion($0).retryingWithNotices(on: store.scheduler) } ?? .empty()
            }
        let voices = states.map(\.telling).distinctUntilChanged()
            .flatMapLatest { telling -> Observable<ReaderAction> in
                guard let telling else { return .empty() }
                return Observable.just(telling).observe(on: store.scheduler).map { try store.voices($0) }
                    .retryingWithNotices(on: store.scheduler)
            }
        let following = changes.map { try store.following() }.retryingWithNotices(on: store.scheduler)
        let refreshes = feeds.refreshes(of: states.filter { $0.alone == nil }.map(\.sidebar.followed))
        // Ages change without a new state.
        let ticks = Observable<Int>.interval(.seconds(5), scheduler: store.scheduler).map { _ in
            ReaderAction.ticked(store.environment.now())
        }
        return Observable.merge(list, discussion, voices, following, refreshes, ticks)
    }

    /// The actions that result from effects.
    func actions(_ effects: Observable<ReaderEffect>) -> Observable<ReaderAction> {
        let marks = effects.observe(on: store.writes).flatMap { effect -> Observable<ReaderAction> in
            switch effect {
            case .mark(let keys, let mark, let isUndoable, let asStories):
                Observable.deferred {
                    .just(try store.mark(keys, mark, isUndoable: isUndoable, asStories: asStories))
                }
                .catch { .just(.markFailed(keys, mark, String(describing: $0))) }
            case .takeApart(let items, let words): caught(.deferred { .just(try store.takeApart(items, words)) })
            case .join(let items): caught(.deferred { .just(try store.join(items)) })
            case .undoStories(let change):
                Observable.deferred { .just(.undidStories(hasChanged: try store.undo(change))) }
                    .catch { .just(.undoFailed(.stories(change), String(describing: $0))) }
            case .markAll(let source, let filter, let date):
                Observable.deferred { .just(try store.markAll(source, filter, until: date)) }
                    .catch { .just(.markFailed(nil, .read, String(describing: $0))) }
            case .undo(let marking):
                Observable.deferred { .just(try store.undo(marking)) }
                    .catch { .just(.markFailed(marking.items, .unread, String(describing: $0))) }
            case .unfollow(let feed): caught(.deferred { .just(try store.unfollow(feed)) })
            case .restore(let unfollowed):
                undone(.unfollowed(unfollowed)) { try store.environment.restore([unfollowed]) }
            case .change(let feed, let settings): caught(.deferred { .just(.notice(try store.change(feed, settings))) })
            case .label(let key, let name, let isAdded):
                caught(.deferred { .just(.notice(try store.change(key, name, isAdded: isAdded))) })
            case .addRule(let text): added(store.add(text))
            case .removeRule(let id, let text): undone(.rule(id: id, text: text)) { try store.removeRule(id) }
            default: .empty()
            }
        }
        // A read that began before the mark is shown before it is confirmed.
        .observe(on: store.scheduler)
        let follows =
            effects
            .compactMap { if case .follow(let address, let page) = $0 { (address, page) } else { nil } }
            .flatMapLatest { address, page in
                address.isEmpty ? .empty() : store.follow(address, namedBy: page).map { ReaderAction.followed($0) }
            }
        let tests =
            effects
            .compactMap { if case .testRule(let text) = $0 { text } else { nil } }
            .debounce(.milliseconds(100), scheduler: store.scheduler)
            .filter { !$0.isEmpty }
            .map { ReaderAction.ruleTested($0, store.test($0)) }
        let texts =
            effects
            .compactMap { if case .fullText(let request) = $0 { request } else { nil } }
            .flatMapLatest { store.fullText($0) }
        return .merge(marks, follows, tests, texts)
    }

    /// The outcome, and the end of the time in which the rule can be undone.
    private func added(_ outcome: RuleOutcome) -> Observable<ReaderAction> {
        let action = Observable.just(ReaderAction.ruleAdded(outcome))
        guard case .added(let id, _, _) = outcome else { return action }
        return action.concat(
            Observable.just(.ruleSettled(id)).delay(.seconds(10), scheduler: store.scheduler))
    }

    /// - Parameters:
    ///   - limits: the number of items to request from the upstream.
    ///   - windows: the part of the list that is wanted, which follows the reader.
    private func list(
        _ source: ReaderSource, _ limits: Observable<Int>, _ windows: Observable<ListWindow>,
        _ changes: Observable<Void>
    ) -> Observable<ReaderAction> {
        if let feed = source.feed {
            return feeds.states(of: feed, limits, windows, changes).retryingWithNotices(on: store.scheduler)
        }
        // Marks that were made before are stored then.
        return Observable.just(()).observe(on: store.writes).map { store.environment.now() }.flatMap { date in
            Observable.combineLatest(windows, changes) { window, _ in window }
                // A window that has become stale isn't read.
                .flatMapLatest { Observable.just($0).observe(on: store.scheduler) }
                .map { try store.items(source, $0, readSince: date) }
                .retryingWithNotices(on: store.scheduler)
        }
    }

    /// Opening a discussion is a visit, which begins after the last one has been looked up.
    private func discussion(_ discussion: ReaderState.Discussion) -> Observable<ReaderAction> {
        Observable.deferred { [store, feeds] in
            let feed = discussion.feed
            let lastVisitAt = try store.environment.lastVisit(of: feed.key)
            store.visit(feed)
            return feeds.watch(feed, limit: discussion.limit).throttle(
                .milliseconds(200), latest: true, scheduler: store.scheduler
            )
            .map { state in
                var state = state
                state.lastVisitAt = lastVisitAt
                return .discussion(feed, state)
            }
            .do(onDispose: { store.visit(feed) })
        }
        .subscribe(on: store.scheduler)
    }

    /// Undoes a change; if the store refuses, it can be tried again.
    private func undone(_ change: ReaderState.Change, _ undo: @escaping @Sendable () throws -> Void)
        -> Observable<ReaderAction>
    {
        .deferred {
            try undo()
            return .empty()
        }
        .catch { .just(.undoFailed(change, String(describing: $0))) }
    }

    /// A failed change of the store, as a sentence in the status line.
    private func caught(_ actions: Observable<ReaderAction>) -> Observable<ReaderAction> {
        actions.catch { .just(.notice(String(describing: $0))) }
    }
}

extension ObservableType<ReaderAction> {
    /// Reports a failure of the store in the status line, and subscribes again five seconds later: the screen must not stand still
    /// because the store was busy once.
    func retryingWithNotices(on scheduler: any SchedulerType) -> Observable<ReaderAction> {
        self.catch { error in .just(.notice(String(describing: error))).concat(Observable.error(error)) }
            .retry(when: { (errors: Observable<any Error>) in
                errors.flatMap { _ in Observable<Int>.timer(.seconds(5), scheduler: scheduler) }
            })
    }
}

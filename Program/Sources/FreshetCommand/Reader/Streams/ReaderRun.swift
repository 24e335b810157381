import Dispatch
import FeedStore
import Feeds
import Freshet
import Platform

/// Runs the reader on the terminal until the user quits.
struct ReaderRun: Sendable {
    let environment: FeedEnvironment
    let context: CommandContext
    let color: ColorChoice?
    /// The feed to show alone; nil shows all feeds.
    var alone: ReaderState.Alone?
    /// The list to show first; nil for the configured one.
    var source: ReaderSource?
    /// True if the reader makes no requests.
    var isOffline = false

    func run() throws -> ExitStatus {
        let end = BlockingResult<ExitStatus>()
        let actions = PublishRelay<ReaderAction>()
        let store = ReaderStore(environment.leavingRulesToMaintenance, context.settings.follow)
        let feeds = ReaderFeeds(store, alone: alone, isOffline: isOffline, limit: context.settings.limit)
        let initial = ReaderState(
            environment.catalog, alone: alone, source: source ?? context.settings.reader.start,
            isOffline: isOffline, limit: context.settings.limit, size: context.terminalSize,
            clock: Clock(now: environment.now()),
            keyMap: context.settings.keyMap, panes: context.settings.reader.panes)
        let steps = ReaderStreams.steps(
            actions.asObservable(), from: initial,
            on: SerialDispatchQueueScheduler(qos: .userInteractive, internalSerialQueueName: "freshet.reader"))
        let screen = try open(actions, feeds, end)
        let streams = ReaderStreams(store: store, feeds: feeds)
        let states = steps.map(\.state)
        let effects = steps.flatMap { Observable.from($0.effects) }
        let subscriptions = CompositeDisposable(disposables: [
            Notifier(environment) { actions.accept(.notice($0)) }.start(),
            environment.maintenance().subscribe(),
            states.subscribe(onNext: { state in screen.show { ReaderView(state.resized($0)).screen } }),
            effects.subscribe(onNext: { perform($0, actions, screen, feeds, end) }),
            streams.actions(effects).subscribe(onNext: { actions.accept($0) }),
            streams.actions(states, store.changes).subscribe(
                onNext: { actions.accept($0) }, onError: { end.finish(.failure($0)) }),
        ])
        defer {
            screen.close()
            store.finish()
            subscriptions.dispose()
            store.finish()  // the visits that have just ended
        }
        return try end.wait()
    }

    private func open(
        _ actions: PublishRelay<ReaderAction>, _ feeds: ReaderFeeds, _ end: BlockingResult<ExitStatus>
    ) throws -> LiveScreen {
        let rendering = Rendering(context, color, context.output.descriptor)
        do {
            return try LiveScreen(
                environment: context.variables, rendering: rendering, mouse: context.settings.reader.mouse
            ) { event in
                switch event {
                case .input(let event): actions.accept(.input(event))
                case .resized(let size): actions.accept(.resized(size))
                case .resumed:
                    actions.accept(.ticked(environment.now()))
                    feeds.refresh(nil)
                case .interrupted(let signal): end.finish(.success(ExitStatus(signal: signal)))
                case .terminalLost: end.finish(.success(.hungUp))
                }
            }
        } catch {
            throw CommandFailure(error.description)
        }
    }

    private func perform(
        _ effect: ReaderEffect, _ actions: PublishRelay<ReaderAction>, _ screen: LiveScreen, _ feeds: ReaderFeeds,
        _ end: BlockingResult<ExitStatus>
    ) {
        switch effect {
        case .browse(let address):
            Browser.open(address) { actions.accept(.notice(Browser.failure(address))) }
        case .copy(let address): screen.copy(address)
        case .redraw: screen.redraw()
        case .refresh(let feed): feeds.refresh(feed)
        case .quit: end.finish(.success(.success))
        case .mark, .markAll, .undo, .takeApart, .join, .undoStories, .label, .fullText, .follow, .unfollow, .restore,
            .change, .testRule,
            .addRule, .removeRule:
            break
        }
    }
}

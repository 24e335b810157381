import Dispatch
import FeedStore
import Feeds
import Freshet
import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One feed that is followed: one watch, however many clients look at it and in however many ways.
///
/// Frames are taken in one after another, encoded once for each lens, and then the clients are woken.
final class LiveChannel: Sendable {
    /// Which feed, and how much of it.
    struct Key: Sendable, Hashable {
        let address: FeedAddress
        let limit: Int
        /// 0 where the feed is not of some days.
        let days: Int

        init(_ address: FeedAddress, limit: Int, days: Int) {
            self.address = address
            self.limit = limit
            self.days = address.hasDays ? days : 0
        }
    }

    private struct State {
        var latest: Frame?
        var hasSettled = false
        var isOver = false
        var clients: [ObjectIdentifier: LiveClient] = [:]
        var lenses: [LensKind: any Lens] = [:]
        var watch: (any Disposable)?
    }

    /// Between two frames, in milliseconds: what comes faster is left out but for the newest.
    private static let pause = 25
    /// As many lenses are kept although nobody looks through them.
    private static let spareLenses = 16
    /// Seconds until a watch that failed is begun anew.
    private static let retry = 15

    let key: Key
    let feed: LiveFeed
    /// What the ids of this channel's events begin with.
    let epoch: String
    private let scheduler: any SchedulerType
    private let site: @Sendable () -> Site
    private let insistence = PublishRelay<Void>()
    private let state = Mutex(State())
    /// Frames come from the watch and from the store; each is shown whole before the next one.
    private let showing = Mutex(0)

    init(_ key: Key, _ environment: FeedEnvironment, epoch: String, site: @escaping @Sendable () -> Site) {
        self.key = key
        self.epoch = epoch
        self.site = site
        feed = LiveFeed(key.address, days: key.days, environment)
        scheduler = environment.scheduler
    }

    /// The newest frame; nil in the first moments.
    var latest: Frame? { state.withLock { $0.latest } }
    /// Whether a refresh has ended since the channel was taken up.
    var hasSettled: Bool { state.withLock { $0.hasSettled } }
    /// How many look.
    var clientCount: Int { state.withLock { $0.clients.count } }

    /// Begins to watch; `insisting` passes over manners, not limits, in the first look.
    func start(insisting: Bool = false) {
        let request = FeedRequest(limit: key.limit, mode: insisting ? .insisting : .polite)
        let scheduler = scheduler
        let watch = feed.watch(request, refresh: insistence.asObservable())
            // Nothing can be read any more: that is told, and tried again.
            .do(onError: { [weak self] in self?.failed($0) })
            .retry(when: { (errors: Observable<any Error>) in
                errors.flatMap { _ in Observable<Int>.timer(.seconds(Self.retry), scheduler: scheduler) }
            })
            .throttle(.milliseconds(Self.pause), latest: true, scheduler: scheduler)
            .subscribe(onNext: { [weak self] in self?.accept($0) })
        let isOver = state.withLock { state in
            if !state.isOver { state.watch = watch }
            return state.isOver
        }
        if isOver { watch.dispose() }
    }

    /// Asks the upstream now, if its limits allow it and it is not being asked.
    func refresh() { insistence.accept(()) }

    /// Lets the upstream alone and sends the clients away.
    func stop() {
        let (watch, clients) = state.withLock { state in
            defer { (state.watch, state.isOver, state.clients) = (nil, true, [:]) }
            return (state.watch, Array(state.clients.values))
        }
        watch?.dispose()
        for client in clients { client.end() }
    }

    /// Takes over what the store has learned from others, such as marks.
    func recheck(_ stored: LiveState) {
        guard let latest else { return }
        accept(latest.state.updated(by: stored))
    }

    /// Wakes the clients to send a sign of life.
    func beat(_ turn: Int) {
        for client in state.withLock({ Array($0.clients.values) }) { client.beat(turn) }
    }

    private func failed(_ error: any Error) {
        let problem = FeedError(kind: "failed", message: String(describing: error), remedy: .tryLater)
        if let latest { accept(latest.state.standing(.stale(problem))) }
    }

    private func accept(_ new: LiveState) {
        let site = site()
        let clients = showing.withLock { number in
            number += 1
            let frame = Frame(number: number, state: new, site: site)
            let lenses = state.withLock { state in
                state.latest = frame
                if new.isSettled { state.hasSettled = true }
                return Array(state.lenses.values)
            }
            for lens in lenses { lens.show(frame) }
            return state.withLock { Array($0.clients.values) }
        }
        for client in clients { client.wake() }
    }
}

extension LiveChannel {
    /// Lets a client look through a lens; the client is woken at once if there is a frame.
    func join(_ client: LiveClient, _ kind: LensKind) -> any Lens {
        let lens = lens(kind)
        join(client)
        return lens
    }

    /// The way to look at it, which from now on knows what it has shown.
    func lens(_ kind: LensKind) -> any Lens {
        showing.withLock { _ in
            if let lens = state.withLock({ $0.lenses[kind] }) { return lens }
            let lens: any Lens =
                switch kind {
                case .document: DocumentLens(feed: feed.key.rawValue, epoch: epoch)
                case .page(let query): PageLens(key.address, query, epoch: epoch)
                case .digest: PageLens(digest: key.address)
                }
            if let latest { lens.show(latest) }
            state.withLock { $0.lenses[kind] = lens }
            return lens
        }
    }

    /// Lets a client wait for frames.
    func join(_ client: LiveClient) {
        let (isOver, hasFrame) = state.withLock { state in
            if !state.isOver { state.clients[ObjectIdentifier(client)] = client }
            return (state.isOver, state.latest != nil)
        }
        if isOver { client.end() } else if hasFrame { client.wake() }
    }

    /// The client looks no longer.
    func leave(_ client: LiveClient) {
        state.withLock { state in
            state.clients[ObjectIdentifier(client)] = nil
            // Whoever comes back soon finds out what has changed; but lenses are not collected.
            if state.clients.isEmpty, state.lenses.count > Self.spareLenses { state.lenses = [:] }
        }
    }

    /// Waits until a refresh has ended once, or so long.
    func settled(within patience: Duration) async { await wait(patience) { $0.hasSettled } }

    /// Waits for the first frame, or so long.
    func begun(within patience: Duration) async { await wait(patience) { $0.latest != nil } }

    private func wait(_ patience: Duration, _ isOver: (LiveChannel) -> Bool) async {
        if isOver(self) { return }
        let client = LiveClient()
        join(client)
        let limit = Task {
            try await Task.sleep(for: patience)
            client.end()
        }
        defer {
            limit.cancel()
            leave(client)
        }
        while !isOver(self), await client.next() != .end {}
    }
}

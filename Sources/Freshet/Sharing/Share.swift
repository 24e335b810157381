import Synchronization

/// How long what is shared is kept.
public enum SubjectLifetimeScope: Sendable {
    /// As long as somebody listens: who comes after the last has left, or after the end, starts the source anew.
    case whileConnected
    /// For good: the kept elements and the terminal event outlive the connection.
    case forever
}

extension ObservableType {
    /// One subscription to the source for all who subscribe to this: it begins with the first and is disposed with the last.
    ///
    /// Who comes later receives the newest `replay` elements first. Events are delivered to the subscribers one after the other.
    /// - Precondition: `replay` is not negative.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        precondition(replay >= 0, "One cannot keep \(replay) elements.")
        return Share(asObservable(), replay: replay, scope)
    }
}

// Safe to share: the mutable state is in a Mutex.
private final class Share<Element>: Observable<Element>, @unchecked Sendable {
    private struct State {
        var multicaster: Multicaster<Element>
        var generation = 0
        var source: Lifetime?
        var subscribers = 0
        var hasEnded = false
    }

    private let upstream: Observable<Element>
    private let replay: Int
    private let scope: SubjectLifetimeScope
    private let state: Mutex<State>

    init(_ upstream: Observable<Element>, replay: Int, _ scope: SubjectLifetimeScope) {
        self.upstream = upstream
        self.replay = replay
        self.scope = scope
        state = Mutex(State(multicaster: Self.makeMulticaster(replay, scope)))
    }

    private static func makeMulticaster(_ replay: Int, _ scope: SubjectLifetimeScope) -> Multicaster<Element> {
        Multicaster(capacity: replay, replaysAfterEnd: scope == .forever)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (multicaster, generation, connection): (Multicaster<Element>, Int, Lifetime?) = state.withLock { state in
            if state.hasEnded, scope == .forever { return (state.multicaster, -1, nil) }
            state.subscribers += 1
            if state.source != nil { return (state.multicaster, state.generation, nil) }
            let connection = Lifetime()
            state.source = connection
            state.generation += 1
            return (state.multicaster, state.generation, connection)
        }
        lifetime.add(Leave(share: self, generation: generation))
        multicaster.join(sink, lifetime)
        if let connection, !connection.isDisposed {
            upstream.start(ShareSink(self, multicaster, generation), connection)
        }
    }

    /// One subscriber of that connection has gone.
    fileprivate func leave(_ generation: Int) {
        let source: Lifetime? = state.withLock { state in
            guard state.generation == generation, state.source != nil else { return nil }
            state.subscribers -= 1
            return state.subscribers == 0 ? disconnect(&state) : nil
        }
        source?.dispose()
    }

    /// The source has ended: who subscribes from now on starts it anew, unless it is kept for good.
    fileprivate func end(_ generation: Int, _ multicaster: Multicaster<Element>, _ event: Event<Element>) {
        let source: Lifetime? = state.withLock { state in
            guard state.generation == generation, state.source != nil else { return nil }
            state.hasEnded = true
            state.subscribers = 0
            return disconnect(&state)
        }
        multicaster.end(event)
        source?.dispose()
    }

    private func disconnect(_ state: inout State) -> Lifetime? {
        if scope == .whileConnected { state.multicaster = Self.makeMulticaster(replay, scope) }
        return state.source.take()
    }

    // Weak: the connection keeps the share as long as anybody listens.
    private struct Leave: Disposable {
        weak let share: Share?
        let generation: Int

        func dispose() { share?.leave(generation) }
    }
}

// Safe to hand between threads: see Sink.
private final class ShareSink<Element>: Sink<Element>, @unchecked Sendable {
    private let share: Share<Element>
    private let multicaster: Multicaster<Element>
    private let generation: Int

    init(_ share: Share<Element>, _ multicaster: Multicaster<Element>, _ generation: Int) {
        self.share = share
        self.multicaster = multicaster
        self.generation = generation
    }

    override func next(_ element: Element) { multicaster.next(element) }
    override func error(_ error: any Error) { share.end(generation, multicaster, .error(error)) }
    override func completed() { share.end(generation, multicaster, .completed) }
}

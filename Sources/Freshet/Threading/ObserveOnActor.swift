/// Runs work isolated to an actor.
///
/// It keeps the actor. Work runs in the order in which it is scheduled as far as one waits for the other, as the stages of a stream do.
public struct ActorScheduler<A: Actor>: ImmediateSchedulerType {
    /// Where the work runs.
    public let actor: A

    /// A scheduler for work on `actor`.
    public init(_ actor: A) { self.actor = actor }

    /// Runs `action` on the actor, in a task.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let work = SingleAssignmentDisposable()
        let (state, actor) = (Handover(state), actor)
        Task { await Self.run(on: actor, work) { action(state.value) } }
        return work
    }

    private static func run(
        on actor: isolated A, _ work: SingleAssignmentDisposable, _ action: @Sendable () -> any Disposable
    ) {
        if !work.isDisposed { work.setDisposable(action()) }
    }
}

extension ActorScheduler: ExclusiveScheduler {}

extension ObservableType where Element: Sendable {
    /// Delivers events isolated to `actor`, in their order; *keeps* what waits, without a bound.
    ///
    /// Closures after this may use `actor.assumeIsolated`; ``subscribe(isolatedTo:onNext:onError:onCompleted:)`` hands the actor to them.
    public func observe<A: Actor>(on actor: A) -> Observable<Element> {
        observe(on: ActorScheduler(actor))
    }

    /// Subscribes with closures that are isolated to `actor`: they read and change it without `await`.
    ///
    /// The actor is kept until the stream ends or what is returned is disposed. An error without a closure goes to ``Hooks/defaultErrorHandler``.
    public func subscribe<A: Actor>(
        isolatedTo actor: A, onNext: (@Sendable (isolated A, Element) -> Void)? = nil,
        onError: (@Sendable (isolated A, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (isolated A) -> Void)? = nil
    ) -> any Disposable {
        observe(on: actor).subscribe(
            onNext: onNext.map { onNext in { @Sendable element in actor.assumeIsolated { onNext($0, element) } } },
            onError: onError.map { onError in { @Sendable error in actor.assumeIsolated { onError($0, error) } } },
            onCompleted: onCompleted.map { onCompleted in { @Sendable in actor.assumeIsolated { onCompleted($0) } } })
    }
}

extension PrimitiveSequence where Element: Sendable {
    /// Delivers the outcome isolated to `actor`; see ``ObservableType/observe(on:)-(A)``.
    public func observe<A: Actor>(on actor: A) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.observe(on: actor))
    }
}

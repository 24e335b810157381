/// Runs work isolated to an actor.
///
/// Two pieces of work run in order only if the first has run before the second is scheduled.
/// - Ends: disposed work doesn't start; running work finishes.
/// - Runs on: `actor`, in a task for each piece of work.
/// - Keeps: `actor`.
public struct ActorScheduler<A: Actor>: ImmediateSchedulerType {
    /// The actor that runs the work.
    public let actor: A

    /// Creates a scheduler that runs work on `actor`.
    public init(_ actor: A) { self.actor = actor }

    /// Runs `action` on the actor in a task. It doesn't run if the result is disposed first.
    @preconcurrency
    public func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let work = SingleAssignmentDisposable()
        let (state, actor) = (UncheckedTransfer(state), actor)
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
    /// Delivers events isolated to `actor`, in order.
    ///
    /// Downstream closures can call `actor.assumeIsolated`; ``subscribe(isolatedTo:onNext:onError:onCompleted:)``
    /// passes the actor to its closures.
    /// - Ends: on `actor`, after the waiting events.
    /// - Runs on: `actor`.
    /// - Keeps: waiting events, without a bound; `actor`.
    @_disfavoredOverload
    public func observe<A: Actor>(on actor: A) -> Observable<Element> {
        observe(on: ActorScheduler(actor))
    }

    /// Subscribes with closures that are isolated to `actor`.
    ///
    /// The closures read and change the actor's state without `await`. Without `onError`, an error goes to
    /// ``Hooks/defaultErrorHandler``.
    /// - Ends: with the source, or when the returned disposable is disposed.
    /// - Runs on: `actor`.
    /// - Keeps: waiting events, without a bound; `actor`.
    @_disfavoredOverload
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
    /// Delivers the result isolated to `actor`; see ``ObservableType/observe(on:)-(A)``.
    @_disfavoredOverload
    public func observe<A: Actor>(on actor: A) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.observe(on: actor))
    }
}

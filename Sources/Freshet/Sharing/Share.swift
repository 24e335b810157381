/// The time for which a shared stream keeps its elements.
public enum SubjectLifetimeScope: Sendable {
    /// Until the last subscriber leaves or the source ends. A later subscriber restarts the source.
    case whileConnected
    /// Forever. The kept elements and the terminal event outlive the connection.
    case forever
}

extension ObservableType {
    /// Shares one subscription to the source among all subscribers.
    ///
    /// Subscribes to the source when the first subscriber arrives, and disposes it when the last one leaves. A later
    /// subscriber first receives the newest `replay` elements. After the end, a subscriber restarts the source; with
    /// ``SubjectLifetimeScope/forever`` it receives the retained elements and the terminal event.
    ///
    /// The source is never paused: subscribers with bounded buffers, such as
    /// ``ObservableConvertibleType/values(buffering:)``, would otherwise slow down each other. Elements that such a
    /// subscriber isn't ready for wait in its own buffer, without a bound if the policy is
    /// ``ValuesBuffering/suspending(_:)``. To bound them, choose ``ValuesBuffering/newest(_:)`` or
    /// ``ValuesBuffering/oldest(_:)``; to pause the source, don't share it.
    ///
    /// With n subscribers, an event costs O(n), a subscription O(1) and its disposal O(log n).
    /// - Ends: with the source.
    /// - Runs on: the source's thread, one subscriber after another; replayed elements on the subscriber's thread.
    /// - Keeps: the newest `replay` elements, until the last subscriber leaves unless `scope` is
    ///   ``SubjectLifetimeScope/forever``.
    /// - Precondition: `replay` is not negative.
    @preconcurrency
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element>
    where Element: Sendable {
        precondition(replay >= 0, "`replay` must not be negative.")
        return RefCount(Replay(asObservable(), replay, isForever: scope == .forever))
    }

    /// Shares the source, and disposes it `grace` after the last subscriber leaves.
    ///
    /// A subscriber that arrives during the grace period joins the running subscription and first receives the newest
    /// `replay` elements. After the end, a subscriber restarts the source. The source is never paused; see
    /// ``share(replay:scope:)``.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; `scheduler` disposes the source.
    /// - Keeps: the newest `replay` elements and the source, until the grace period ends.
    /// - Precondition: `replay` is not negative.
    @_disfavoredOverload
    @preconcurrency
    public func share(
        replay: Int = 0, disconnectingAfter grace: RxTimeInterval, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        precondition(replay >= 0, "`replay` must not be negative.")
        return RefCount(
            Replay(asObservable(), replay, grace: GracePeriod(duration: grace, scheduler: scheduler.forStreams)))
    }
}

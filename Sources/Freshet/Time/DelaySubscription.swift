extension ObservableType {
    /// Subscribes to the source once `dueTime` has passed.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; subscribes on `scheduler`.
    /// - Keeps: nothing.
    @preconcurrency
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        let scheduler = scheduler.forStreams
        return ScheduledSubscription(asObservable()) { scheduler.scheduleRelative((), dueTime: dueTime, action: $0) }
    }
}

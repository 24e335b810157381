extension ObservableType {
    /// Subscribes to the source when `dueTime` has passed, on `scheduler`. Ends with the source. Its events come on its own threads.
    @preconcurrency
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        ScheduledSubscription(asObservable()) { scheduler.scheduleRelative((), dueTime: dueTime, action: $0) }
    }
}

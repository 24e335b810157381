import Synchronization

extension ObservableType {
    /// Delivers elements until `duration` has passed since the subscription, then completes, on `scheduler`.
    @preconcurrency
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        take(until: Observable<Int>.timer(duration, scheduler: scheduler))
    }

    /// Leaves out what comes before `duration` has passed since the subscription; terminal events pass at any time. Events come on the source's threads; `scheduler` only tells the time.
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        Timed(asObservable()) { sink, lifetime in
            let door = Door()
            lifetime.add(
                scheduler.scheduleRelative((), dueTime: duration) {
                    door.isOpen.store(true, ordering: .releasing)
                    return Disposables.create()
                })
            return DoorStage(sink, door)
        }
    }
}

/// Opened once, by a timer. It refers to no sink.
private final class Door: Sendable {
    let isOpen = Atomic<Bool>(false)
}

// Safe to hand between threads: see Sink.
private final class DoorStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let door: Door

    init(_ downstream: Sink<Element>, _ door: Door) {
        self.door = door
        super.init(downstream)
    }

    override func next(_ element: Element) {
        if door.isOpen.load(ordering: .acquiring) { downstream.next(element) }
    }
}

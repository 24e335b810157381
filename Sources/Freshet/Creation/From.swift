extension ObservableType {
    /// Delivers the elements in order on the current thread, then completes; see ``from(_:scheduler:)-(Elements,_)``.
    public static func of(
        _ elements: Element...
    ) -> Observable<Element> {
        FromArray(elements, CurrentThreadScheduler.instance)
    }

    /// Delivers the elements in order on `scheduler`, then completes; see ``from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Element: Sendable {
        FromArray(elements, scheduler.forStreams)
    }

    /// Delivers the elements of an array on the current thread, then completes; see
    /// ``from(_:scheduler:)-(Elements,_)``.
    public static func from(
        _ array: [Element]
    ) -> Observable<Element> {
        FromArray(array, CurrentThreadScheduler.instance)
    }

    /// Delivers the elements of an array on `scheduler`, then completes; see ``from(_:scheduler:)-(Elements,_)``.
    @preconcurrency
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Element: Sendable {
        FromArray(array, scheduler.forStreams)
    }

    /// Delivers the elements of a sequence during the subscription, then completes.
    ///
    /// Each subscription iterates its own copy of the sequence. Several such streams on one thread
    /// interleave, one element each; see ``CurrentThreadScheduler``.
    /// - Ends: after the last element.
    /// - Runs on: the subscribing thread.
    /// - Keeps: the sequence.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> Observable<Element> where Elements.Element == Element {
        From(sequence, CurrentThreadScheduler.instance)
    }

    /// Delivers the elements of a sequence on `scheduler`, then completes.
    ///
    /// Each subscription iterates its own copy of the sequence. Schedules each element after the previous one has been
    /// delivered. On ``CurrentThreadScheduler`` the stream emits during the subscription and interleaves with
    /// others, one element each.
    /// - Ends: after the last element.
    /// - Runs on: `scheduler`.
    /// - Keeps: the sequence.
    @preconcurrency
    public static func from<Elements: Sequence>(
        _ sequence: Elements, scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Elements.Element == Element, Element: Sendable {
        From(sequence, scheduler.forStreams)
    }
}

// Sendable: see Observable; each subscription iterates its own copy of the sequence.
final class From<Elements: Sequence>: Observable<Elements.Element>, @unchecked Sendable {
    private let elements: Elements
    private let scheduler: any ImmediateSchedulerType

    init(_ elements: Elements, _ scheduler: any ImmediateSchedulerType) {
        self.elements = elements
        self.scheduler = scheduler
    }

    override var production: Production { .stepwise }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        StepSource.run(Steps(elements.makeIterator(), sink), on: scheduler, lifetime)
    }

    private final class Steps: StepSource, @unchecked Sendable {
        private var iterator: Elements.Iterator
        private let sink: Sink<Elements.Element>

        init(_ iterator: Elements.Iterator, _ sink: Sink<Elements.Element>) {
            self.iterator = iterator
            self.sink = sink
        }

        override func step() -> Bool {
            guard let element = iterator.next() else {
                sink.completed()
                return false
            }
            sink.next(element)
            return true
        }

        override func steps(while mayContinue: () -> Bool) -> Bool {
            while let element = iterator.next() {
                sink.next(element)
                if !mayContinue() { return true }
            }
            sink.completed()
            return false
        }
    }
}

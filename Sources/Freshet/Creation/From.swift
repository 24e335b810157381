extension ObservableType {
    /// Delivers the elements in order, then completes; see ``from(_:scheduler:)-(Elements,_)``.
    public static func of(
        _ elements: Element...
    ) -> Observable<Element> {
        FromArray(elements, CurrentThreadScheduler.instance)
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Element: Sendable {
        FromArray(elements, scheduler)
    }

    /// Delivers the elements in order, then completes; see ``from(_:scheduler:)-(Elements,_)``.
    public static func from(
        _ array: [Element]
    ) -> Observable<Element> {
        FromArray(array, CurrentThreadScheduler.instance)
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Element: Sendable {
        FromArray(array, scheduler)
    }

    /// Delivers the elements of the sequence, which is iterated anew for each subscription, then completes.
    ///
    /// On the current thread (the default) the elements come during the subscription; several such streams take turns, one element each.
    /// On another scheduler each element is scheduled when the one before has been delivered.
    public static func from<Elements: Sequence>(
        _ sequence: Elements
    ) -> Observable<Element> where Elements.Element == Element {
        From(sequence, CurrentThreadScheduler.instance)
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func from<Elements: Sequence>(
        _ sequence: Elements, scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Elements.Element == Element, Element: Sendable {
        From(sequence, scheduler)
    }
}

// Safe to share: see Observable; a sequence is iterated by each subscriber from a copy.
final class From<Elements: Sequence>: Observable<Elements.Element>, @unchecked Sendable {
    private let elements: Elements
    private let scheduler: any ImmediateSchedulerType

    init(_ elements: Elements, _ scheduler: any ImmediateSchedulerType) {
        self.elements = elements
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        StepSource.run(Steps(elements.makeIterator(), sink), on: scheduler, lifetime)
    }

    // Safe to hand between threads: one step is taken at a time.
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

        override func steps(while isAlone: () -> Bool) -> Bool {
            while let element = iterator.next() {
                sink.next(element)
                if !isAlone() { return true }
            }
            sink.completed()
            return false
        }
    }
}

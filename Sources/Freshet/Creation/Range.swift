extension ObservableType where Element: FixedWidthInteger {
    /// Delivers `count` integers from `start` on, then completes. *Runs on* `scheduler`; on the current thread, the default, it takes turns as `from` does.
    /// - Precondition: `count` is not negative and the last integer fits.
    public static func range(
        start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        precondition(count >= 0, "A range cannot have \(count) elements.")
        precondition(
            !start.addingReportingOverflow(count == 0 ? 0 : count - 1).overflow, "The range's end does not fit.")
        return count == 0
            ? FromArray([], scheduler) : From(start...(start + (count - 1)), scheduler)
    }
}

extension ObservableType {
    /// Delivers `element` again and again, never ends by itself. *Runs on* `scheduler`; on the current thread, the default, it takes turns as `from` does.
    public static func repeatElement(
        _ element: Element
    ) -> Observable<Element> {
        .from(sequence(state: element) { $0 })
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func repeatElement(
        _ element: Element, scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Element: Sendable {
        .from(sequence(state: element) { $0 }, scheduler: scheduler)
    }

    /// Delivers `initialState` and what `iterate` makes of each element, as long as `condition` holds, then completes.
    ///
    /// An error that a closure throws fails the stream. *Runs on* `scheduler`; on the current thread, the default, it takes turns as `from` does. *Keeps* one element.
    @preconcurrency
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable<Element> {
        Generate(initialState, condition, iterate, CurrentThreadScheduler.instance)
    }

    /// The same on `scheduler`, to which the elements are handed over.
    @preconcurrency
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
        scheduler: any ImmediateSchedulerType,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable<Element> where Element: Sendable {
        Generate(initialState, condition, iterate, scheduler)
    }
}

// Safe to share: see Observable.
private final class Generate<Element>: Observable<Element>, @unchecked Sendable {
    private let initialState: Element
    private let condition: @Sendable (Element) throws -> Bool
    private let iterate: @Sendable (Element) throws -> Element
    private let scheduler: any ImmediateSchedulerType

    init(
        _ initialState: Element, _ condition: @escaping @Sendable (Element) throws -> Bool,
        _ iterate: @escaping @Sendable (Element) throws -> Element, _ scheduler: any ImmediateSchedulerType
    ) {
        self.initialState = initialState
        self.condition = condition
        self.iterate = iterate
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        StepSource.run(Steps(self, sink), on: scheduler, lifetime)
    }

    // Safe to hand between threads: one step is taken at a time.
    private final class Steps: StepSource, @unchecked Sendable {
        private let parent: Generate
        private let sink: Sink<Element>
        private var last: Element?

        init(_ parent: Generate, _ sink: Sink<Element>) {
            self.parent = parent
            self.sink = sink
        }

        override func step() -> Bool {
            do {
                let element = try last.map(parent.iterate) ?? parent.initialState
                guard try parent.condition(element) else {
                    sink.completed()
                    return false
                }
                last = element
                sink.next(element)
                return true
            } catch {
                sink.error(error)
                return false
            }
        }
    }
}

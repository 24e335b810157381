extension ObservableType where Element: FixedWidthInteger {
    /// Delivers `count` consecutive integers from `start`, then completes.
    ///
    /// On the current thread, the default, emits during the subscription and interleaves as
    /// ``from(_:scheduler:)-(Elements,_)`` does.
    /// - Ends: after the last integer.
    /// - Runs on: `scheduler`.
    /// - Keeps: nothing.
    /// - Precondition: `count` is at least 0 and the last integer fits in `Element`.
    public static func range(
        start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        precondition(count >= 0, "`count` must be at least 0.")
        precondition(
            !start.addingReportingOverflow(count == 0 ? 0 : count - 1).overflow,
            "The last integer must fit in `Element`.")
        let scheduler = scheduler.forStreams
        return count == 0
            ? FromArray([], scheduler) : From(start...(start + (count - 1)), scheduler)
    }
}

extension ObservableType {
    /// Delivers `element` repeatedly until the subscription is disposed.
    ///
    /// Interleaves with other streams on the current thread as ``from(_:scheduler:)-(Elements,_)`` does.
    /// - Ends: never.
    /// - Runs on: the subscribing thread.
    /// - Keeps: `element`.
    @preconcurrency
    public static func repeatElement(
        _ element: Element
    ) -> Observable<Element> where Element: Sendable {
        .from(sequence(state: element) { $0 })
    }

    /// Delivers `element` repeatedly until the subscription is disposed.
    /// - Ends: never.
    /// - Runs on: `scheduler`.
    /// - Keeps: `element`.
    @preconcurrency
    public static func repeatElement(
        _ element: Element, scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Element: Sendable {
        .from(sequence(state: element) { $0 }, scheduler: scheduler)
    }

    /// Computes each element from the previous one until `condition` is false.
    ///
    /// Delivers `initialState` first, unless `condition` is false for it. Interleaves with other streams on the current
    /// thread as ``from(_:scheduler:)-(Elements,_)`` does.
    /// - Ends: when `condition` is false; fails with an error thrown by a closure.
    /// - Runs on: the subscribing thread.
    /// - Keeps: the last element.
    @preconcurrency
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable<Element> where Element: Sendable {
        Generate(initialState, condition, iterate, CurrentThreadScheduler.instance)
    }

    /// Computes each element from the previous one, on `scheduler`, until `condition` is false.
    ///
    /// Delivers `initialState` first, unless `condition` is false for it.
    /// - Ends: when `condition` is false; fails with an error thrown by a closure.
    /// - Runs on: `scheduler`.
    /// - Keeps: the last element.
    @preconcurrency
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
        scheduler: any ImmediateSchedulerType,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable<Element> where Element: Sendable {
        Generate(initialState, condition, iterate, scheduler.forStreams)
    }
}

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

    override var production: Production { .stepwise }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        StepSource.run(Steps(self, sink, lifetime), on: scheduler, lifetime)
    }

    private final class Steps: StepSource, @unchecked Sendable {
        private let parent: Generate
        private let sink: Sink<Element>
        private let lifetime: Lifetime
        private var last: Element?

        init(_ parent: Generate, _ sink: Sink<Element>, _ lifetime: Lifetime) {
            self.parent = parent
            self.sink = sink
            self.lifetime = lifetime
        }

        override func step() -> Bool {
            do {
                let element = try last.map(parent.iterate) ?? parent.initialState
                if lifetime.hasEnded { return false }
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

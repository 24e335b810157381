public import Freshet

/// A stream drawn as text: each character is a tick, `-` is nothing, `|` the completion, `x` a failure with ``MarbleError``,
/// `(ab)` several events in one tick, a blank is ignored, and any other character an element.
///
/// `"--a-(bc)-|"`
public struct Marbles: Equatable, Sendable, CustomStringConvertible {
    /// The events, each at its tick.
    public let events: [Recorded<Event<String>>]

    /// Reads the drawing; its first tick is at `time`.
    public init(_ drawing: String, at time: TestTime = 0) {
        var events: [Recorded<Event<String>>] = []
        var (tick, isInGroup) = (time, false)
        for character in drawing {
            switch character {
            case " ": continue
            case "(": isInGroup = true
            case ")": isInGroup = false
            case "-": break
            case "|": events.append(.completed(tick))
            case "x": events.append(.error(tick, MarbleError()))
            default: events.append(.next(tick, String(character)))
            }
            if !isInGroup { tick += 1 }
        }
        self.events = events
    }

    /// Draws what was recorded; the first tick of the drawing is `time`.
    public init(_ events: [Recorded<Event<String>>], from time: TestTime = 0) {
        self.events = events.map { Recorded(time: $0.time - time, value: $0.value) }
    }

    /// The drawing, without what would be only silence at its end.
    public var description: String {
        var drawing = ""
        var (index, drawnUpTo) = (events.startIndex, 0)
        while index < events.endIndex {
            let tick = events[index].time
            let group = events[index...].prefix { $0.time == tick }
            drawing += String(repeating: "-", count: max(0, tick - drawnUpTo))
            let marks = group.map { mark(of: $0.value) }
            drawing += marks.count == 1 && marks[0].count == 1 ? marks[0] : "(\(marks.joined()))"
            drawnUpTo = tick + 1
            index = group.endIndex
        }
        return drawing
    }

    /// The events with the values that their marks stand for.
    fileprivate func events<Element>(with values: [String: Element]) -> [Recorded<Event<Element>>] {
        events.map { recorded in
            Recorded(
                time: recorded.time,
                value: recorded.value.map { mark in
                    // The test is at fault, and nothing that it says can be relied on.
                    guard let value = values[mark] else { preconditionFailure("“\(mark)” stands for no value.") }
                    return value
                })
        }
    }

    private func mark(of event: Event<String>) -> String {
        switch event {
        case .next(let element): element
        case .error(let error): error is MarbleError ? "x" : "x[\(error)]"
        case .completed: "|"
        }
    }
}

/// What a stream drawn with `x` fails with.
public struct MarbleError: Error, Equatable {
    /// The one marble error: all are equal.
    public init() {}
}

extension Marbles: ExpressibleByStringLiteral {
    /// Reads the drawing from tick 0 on.
    public init(stringLiteral drawing: String) { self.init(drawing) }
}

extension TestScheduler {
    /// A stream drawn as marbles, whose events come at these ticks after each subscription. Ends as drawn; without `|` or `x` never.
    public func cold(_ marbles: Marbles) -> TestableObservable<String> { createColdObservable(marbles.events) }

    /// A stream drawn as marbles, whose events come at these ticks, whoever listens. Ends as drawn; without `|` or `x` never.
    public func hot(_ marbles: Marbles) -> TestableObservable<String> { createHotObservable(marbles.events) }

    /// A stream drawn as marbles after each subscription, whose elements are the values that the marks stand for. Ends as drawn; without `|` or `x` never.
    /// - Precondition: Each mark has a value.
    public func cold<Element>(_ marbles: Marbles, _ values: [String: Element]) -> TestableObservable<Element> {
        createColdObservable(marbles.events(with: values))
    }

    /// A stream drawn as marbles, whoever listens, whose elements are the values that the marks stand for. Ends as drawn; without `|` or `x` never.
    /// - Precondition: Each mark has a value.
    public func hot<Element>(_ marbles: Marbles, _ values: [String: Element]) -> TestableObservable<Element> {
        createHotObservable(marbles.events(with: values))
    }

    /// Subscribes at tick 0 to the stream that `make` returns, disposes it at `disposed`, and draws what came.
    @preconcurrency
    public static func marbles<Output: ObservableConvertibleType>(
        disposed: TestTime = 1000, _ make: @escaping @Sendable (TestScheduler) -> Output
    ) -> Marbles where Output.Element: LosslessStringConvertible {
        let scheduler = TestScheduler(initialClock: -1, simulateProcessingDelay: false)
        let observer = scheduler.createObserver(String.self)
        let subscription = SerialDisposable()
        let output = DeferredStream<String>()
        // Scheduled before the stream is made, so that it is subscribed to before the first tick of a hot stream.
        scheduler.scheduleAt(0) {
            if let stream = output.stream { subscription.disposable = stream.subscribe(observer) }
        }
        output.stream = make(scheduler).asObservable().map { String($0) }
        scheduler.scheduleAt(disposed) { subscription.dispose() }
        scheduler.start()
        return Marbles(observer.events)
    }
}

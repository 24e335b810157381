public import Freshet

/// A stream drawn as text, such as `"--a-(bc)-|"`.
///
/// Each character is one tick: `-` is no event, `|` the completion, `x` a failure with ``MarbleError``, and any other
/// character an element. Parentheses group several events in one tick: `(ab)`. Spaces are ignored.
public struct Marbles: Equatable, Sendable, CustomStringConvertible {
    /// The events and their ticks.
    public let events: [Recorded<Event<String>>]

    /// Parses a drawing whose first tick is `time`.
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

    /// Draws recorded events; the first tick of the drawing is `time`.
    public init(_ events: [Recorded<Event<String>>], from time: TestTime = 0) {
        self.events = events.map { Recorded(time: $0.time - time, value: $0.value) }
    }

    /// The drawing, without trailing ticks that have no event.
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

    /// Returns the events with marks replaced by their values.
    fileprivate func events<Element>(with values: [String: Element]) -> [Recorded<Event<Element>>] {
        events.map { recorded in
            Recorded(
                time: recorded.time,
                value: recorded.value.map { mark in
                    // A programming error in the test.
                    guard let value = values[mark] else { preconditionFailure("The mark “\(mark)” has no value.") }
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

/// The error of a stream drawn with `x`.
public struct MarbleError: Error, Equatable {
    /// Creates a marble error; all marble errors are equal.
    public init() {}
}

extension Marbles: ExpressibleByStringLiteral {
    /// Parses a drawing whose first tick is 0.
    public init(stringLiteral drawing: String) { self.init(drawing) }
}

extension TestScheduler {
    /// Creates a stream from marbles, with ticks relative to each subscription; see ``createColdObservable(_:)``.
    public func cold(_ marbles: Marbles) -> TestableObservable<String> { createColdObservable(marbles.events) }

    /// Creates a stream from marbles, with ticks independent of subscriptions; see ``createHotObservable(_:)``.
    public func hot(_ marbles: Marbles) -> TestableObservable<String> { createHotObservable(marbles.events) }

    /// Creates a cold stream from marbles, with each mark replaced by its value; see ``createColdObservable(_:)``.
    /// - Precondition: Each mark has a value.
    public func cold<Element>(_ marbles: Marbles, _ values: [String: Element]) -> TestableObservable<Element> {
        createColdObservable(marbles.events(with: values))
    }

    /// Creates a hot stream from marbles, with each mark replaced by its value; see ``createHotObservable(_:)``.
    /// - Precondition: Each mark has a value.
    public func hot<Element>(_ marbles: Marbles, _ values: [String: Element]) -> TestableObservable<Element> {
        createHotObservable(marbles.events(with: values))
    }

    /// Subscribes to the stream that `make` returns and draws its events.
    ///
    /// The subscription starts at tick 0 and is disposed at `disposed`.
    @preconcurrency
    public static func marbles<Output: ObservableConvertibleType>(
        disposed: TestTime = 1000, _ make: @escaping @Sendable (TestScheduler) -> Output
    ) -> Marbles where Output.Element: LosslessStringConvertible {
        let scheduler = TestScheduler(initialClock: -1, simulateProcessingDelay: false)
        let observer = scheduler.createObserver(String.self)
        let subscription = SerialDisposable()
        let output = DeferredStream<String>()
        // Scheduled before the stream is created, so that the subscription precedes the first tick of a hot stream.
        scheduler.scheduleAt(0) {
            if let stream = output.stream { subscription.disposable = stream.subscribe(observer) }
        }
        output.stream = make(scheduler).asObservable().map { String($0) }
        scheduler.scheduleAt(disposed) { subscription.dispose() }
        scheduler.start()
        return Marbles(observer.events)
    }
}

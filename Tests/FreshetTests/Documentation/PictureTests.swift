import Foundation
import Freshet
import FreshetTest
import Testing

/// A marble diagram of the documentation: the stream, and the expected events for subscribers at given ticks.
struct Picture: Sendable, CustomTestStringConvertible {
    let name: String
    let until: TestTime
    let make: @Sendable (TestScheduler) -> Observable<String>
    let shows: [(at: TestTime, drawing: String)]

    init(
        _ name: String, until: TestTime, _ make: @escaping @Sendable (TestScheduler) -> Observable<String>,
        shows: () -> [(at: TestTime, drawing: String)]
    ) {
        (self.name, self.until, self.make, self.shows) = (name, until, make, shows())
    }

    var testDescription: String { name }

    /// Returns a drawing of the events that each subscriber receives.
    func run() -> [String] {
        let scheduler = TestScheduler(initialClock: -1, simulateProcessingDelay: false)
        let observers = shows.map { _ in scheduler.createObserver(String.self) }
        let times = shows.map(\.at)
        let subscriptions = CompositeDisposable()
        scheduler.scheduleAt(0) {
            let stream = make(scheduler)
            for (time, observer) in zip(times, observers) {
                if time == 0 {
                    _ = subscriptions.insert(stream.subscribe(observer))
                } else {
                    scheduler.scheduleAt(time) { _ = subscriptions.insert(stream.subscribe(observer)) }
                }
            }
        }
        scheduler.scheduleAt(until) { subscriptions.dispose() }
        scheduler.start()
        return observers.map { Self.drawing(of: $0.events) }
    }

    /// Draws the events in the notation of docs/marbles.txt.
    private static func drawing(of events: [Recorded<Event<String>>]) -> String {
        var drawing = ""
        var drawnUpTo = 0
        for (tick, group) in Dictionary(grouping: events, by: \.time).sorted(by: { $0.key < $1.key }) {
            let marks = group.map { recorded in
                switch recorded.value {
                case .next(let text): text.count == 1 ? text : "{\(text)}"
                case .error: "x"
                case .completed: "|"
                }
            }
            drawing += String(repeating: "-", count: tick - drawnUpTo)
            drawing += marks.count == 1 ? marks[0] : "(\(marks.joined()))"
            drawnUpTo = tick + 1
        }
        return drawing
    }
}

/// The values of the digits in a drawing.
let digits = Dictionary(uniqueKeysWithValues: (0...9).map { (String($0), $0) })

/// The stream's elements as text for a drawing.
func drawn(_ stream: some ObservableConvertibleType) -> Observable<String> {
    stream.asObservable().map { text(of: $0) }
}

private func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { text(of: $0.value) }
    return switch mirror.displayStyle {
    case .tuple: parts.joined()
    case .collection: "[\(parts.joined())]"
    case .optional: parts.first ?? "nil"
    default: "\(value)"
    }
}

@Suite("Marble diagrams in the documentation") struct PictureTests {
    @Test("Marble diagrams show the events that are delivered", arguments: Picture.all) func match(_ picture: Picture) {
        for (drawing, shown) in zip(picture.run(), picture.shows) {
            #expect(drawing == shown.drawing, "\(picture.name), subscribed at \(shown.at)")
        }
    }

    @Test("A wrong diagram doesn't match") func detectsWrongDiagram() {
        let picture = Picture("wrong", until: 9) { scheduler in
            drawn(scheduler.cold("-1-|", digits).map { $0 + 1 })
        } shows: {
            [(0, "-1-|")]
        }
        #expect(picture.run() == ["-2-|"])
    }
}

import Freshet
import FreshetCombine
import Testing

/// Serialized: the tests change process-wide settings.
@Suite("Failures", .serialized) struct FailureTests {
    private struct Foreign: Error {}

    @Test(
        "A typed publisher forwards errors of its type and converts others",
        arguments: [(Oops.one as any Error, "one"), (Foreign(), "other")])
    func typed(error: any Error, event: String) {
        let publisher = Observable<Int>.error(error).publisher(failingWith: Oops.self) { _ in .other }
        let failures: AnyPublisher<Int, Oops> = publisher.eraseToAnyPublisher()
        #expect(failures.probed(.unlimited).events == ["subscription", event])
    }

    @Test("A typed publisher converts a buffer overflow") func overflow() {
        let subject = PublishSubject<Int>()
        let probe = subject.publisher(failingWith: Oops.self) { $0 is BufferOverflow ? .overflow : .other }.probed()
        for number in 0...256 { subject.onNext(number) }
        probe.request(.unlimited)
        #expect(probe.values == Array(0..<256) && probe.events.last == "overflow")
    }

    @Test("An infallible stream's error is reported to the hook and finishes the publisher") func failingInfallible() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let reported = Log<String>()
        Hooks.defaultErrorHandler = { _, error in reported("\(error)") }
        let stream = Infallible.of(1, 2).distinctUntilChanged { _, _ in throw Oops.one }
        #expect(stream.publisherDroppingOldest.probed(.unlimited).events == ["subscription", "1", "finished"])
        #expect(reported.entries == ["one"])
    }
}

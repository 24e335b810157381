import Freshet
import FreshetCombine
import Testing

@Suite("Releases after the end") struct ReleaseTests {
    enum Ending: CaseIterable { case completion, failure, cancellation, overflow }

    @Test("A finished publisher releases its subscriber while the subject lives on", arguments: Ending.allCases)
    func publisher(_ ending: Ending) {
        let subject = PublishSubject<Int>()
        weak var subscriber: Probe<Int, any Error>?
        weak var token: Token?
        do {
            let captured = Token()
            let probe = subject.do(onNext: { _ in captured.touch() }).publisher(buffering: .failing(1)).probed(.max(1))
            (subscriber, token) = (probe, captured)
            subject.onNext(1)
            #expect(subscriber != nil)
            switch ending {
            case .completion: subject.onCompleted()
            case .failure: subject.onError(Oops.one)
            case .cancellation: probe.cancel()
            case .overflow:
                subject.onNext(2)
                subject.onNext(3)
                probe.request(.max(1))
            }
            #expect(!subject.hasObservers)
        }
        #expect(subscriber == nil)
        #expect(token == nil)
    }

    @Test("A canceled subscriber of a paused producer is released") func waiting() {
        weak var token: Token?
        do {
            let captured = Token()
            token = captured
            let probe = Observable.from(0..<10).do(onNext: { _ in captured.touch() }).publisherFailingOnOverflow.probed(
                .max(1))
            probe.cancel()
        }
        #expect(token == nil)
    }

    @Test(
        "A finished stream releases its observer while the publisher lives on",
        arguments: [Ending.completion, .failure, .cancellation])
    func observable(_ ending: Ending) {
        let subject = PassthroughSubject<Int, Oops>()
        weak var token: Token?
        do {
            let captured = Token()
            token = captured
            let subscription = subject.asObservable().subscribe(
                onNext: { _ in captured.touch() }, onError: { _ in captured.touch() })
            subject.send(1)
            switch ending {
            case .completion: subject.send(completion: .finished)
            case .failure: subject.send(completion: .failure(.one))
            default: subscription.dispose()
            }
        }
        #expect(token == nil)
    }
}

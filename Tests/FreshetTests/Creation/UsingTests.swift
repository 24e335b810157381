import Freshet
import FreshetTest
import Testing

@Suite("using") struct UsingTests {
    @Test("using disposes the resource after any terminal event") func ends() {
        for source in [Observable.just(1), .error(Oops()), .empty()] {
            let log = Log<String>()
            _ = Observable.using({ Resource(log) }, observableFactory: { _ in source }).subscribe(
                onError: { _ in log("end") }, onCompleted: { log("end") })
            #expect(log.entries == ["created", "end", "disposed"])
        }
    }

    @Test("Disposal of using disposes the stream before the resource") func disposal() {
        let log = Log<String>()
        Observable.using(
            { Resource(log) }, observableFactory: { _ in Observable<Int>.never().do(onDispose: { log("stream") }) }
        ).subscribe().dispose()
        #expect(log.entries == ["created", "stream", "disposed"])
    }

    @Test("using fails with a factory's error, and disposes a resource already created") func throwing() {
        let log = Log<String>()
        _ = Observable<Int>.using({ Resource(log) }, observableFactory: { _ in throw Oops() }).subscribe(onError: { _ in
            log("error")
        })
        _ = Observable<Int>.using({ () throws -> Resource in throw Oops() }, observableFactory: { _ in .never() })
            .subscribe(onError: { _ in log("error") })
        #expect(log.entries == ["created", "error", "disposed", "error"])
    }

    private final class Resource: Disposable {
        private let log: Log<String>

        init(_ log: Log<String>) {
            self.log = log
            log("created")
        }

        func dispose() { log("disposed") }
    }
}

import Freshet
import FreshetTest
import Observation
import Testing

@Observable @MainActor private final class Shelf {
    var items: [String] = []
    var newest: String?
    @ObservationIgnored let bag = DisposeBag()
}

@Suite("assign(to:on:)") @MainActor struct AssignTests {
    private let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "assign")

    @Test("assign(to:on:) writes each element on the main actor") func writes() async {
        let (shelf, log) = (Shelf(), Log<[String]>())
        Observable.tracking { [weak shelf] in shelf?.items ?? [] }.subscribe(onNext: { log($0) }).disposed(
            by: shelf.bag)
        let items = PublishSubject<[String]>()
        items.observe(on: queue).assign(to: \.items, on: shelf).disposed(by: shelf.bag)
        items.onNext(["a"])
        while log.entries.last != ["a"] { await Task.yield() }
        items.onNext(["a", "b"])
        while log.entries.last != ["a", "b"] { await Task.yield() }
        #expect(log.entries == [[], ["a"], ["a", "b"]])
    }

    @Test("assign(to:on:) accepts every kind of stream, and optional properties") func kinds() async {
        let shelf = Shelf()
        Single.just("single").assign(to: \.newest, on: shelf).disposed(by: shelf.bag)
        while shelf.newest != "single" { await Task.yield() }
        Infallible.just(["infallible"]).assign(to: \.items, on: shelf).disposed(by: shelf.bag)
        while shelf.items != ["infallible"] { await Task.yield() }
        BehaviorRelay(value: "driver").asDriver().assign(to: \.newest, on: shelf).disposed(by: shelf.bag)
        while shelf.newest != "driver" { await Task.yield() }
        Observable<String?>.just(nil).assign(to: \.newest, on: shelf).disposed(by: shelf.bag)
        while shelf.newest != nil { await Task.yield() }
        #expect(shelf.items == ["infallible"])
    }

    @Test("assign(to:on:) writes a driver's element as it is delivered") func driver() async {
        let (shelf, relay) = (Shelf(), BehaviorRelay(value: ["a"]))
        // One driver: its subscribers receive an element in subscription order.
        let driver = relay.asDriver()
        driver.assign(to: \.items, on: shelf).disposed(by: shelf.bag)
        let seen = Log<[String]>()
        let subscription = driver.drive(onNext: { _ in seen(shelf.items) })
        driver.compactMap(\.last).assign(to: \.newest, on: shelf).disposed(by: shelf.bag)
        while shelf.newest != "a" { await Task.yield() }
        relay.accept(["a", "b"])
        while shelf.newest != "b" { await Task.yield() }
        #expect(
            seen.entries == [["a"], ["a", "b"]],
            "The property must be set before the next subscriber receives the element.")
        subscription.dispose()
    }

    @Test("assign(to:on:) writes nothing after disposal") func disposal() async {
        let (shelf, items) = (Shelf(), PublishSubject<[String]>())
        let subscription = items.assign(to: \.items, on: shelf)
        concurrently({ items.onNext(["late"]) })
        subscription.dispose()
        for _ in 0..<20 { await Task.yield() }
        #expect(shelf.items == [] && !items.hasObservers)
    }

    @Test("assign(to:on:) doesn't retain the model") func release() async {
        let items = PublishSubject<[String]>()
        weak var model: Shelf?
        let subscription: any Disposable
        do {
            let shelf = Shelf()
            model = shelf
            subscription = items.assign(to: \.items, on: shelf)
        }
        #expect(model == nil)
        items.onNext(["a"])
        subscription.dispose()
    }
}

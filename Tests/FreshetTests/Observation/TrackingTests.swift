import Freshet
import FreshetTest
import Observation
import Testing

@Observable @MainActor private final class Counter {
    var count = 0
    var step = 1
    var name = "a"
}

/// Not Sendable: isolated to the actor that created it.
@Observable private final class Stock {
    var count = 0
}

private actor Store {
    private let stock = Stock()
    var count: Int { stock.count }
    func add(_ number: Int) { stock.count += number }
}

@Suite("tracking") @MainActor struct TrackingTests {
    private let counter = Counter()
    private let log = Log<Int>()

    private func logged(_ count: Int) async {
        while log.count < count { await Task.yield() }
    }

    /// Yields long enough for a pending change to arrive.
    private func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    @Test("tracking emits the value immediately, then after each change") func changes() async {
        let subscription = Observable.tracking { counter.count }.subscribe(onNext: { log($0) })
        #expect(log.entries == [0])
        for number in 1...5 {
            counter.count = number
            #expect(log.count == number, "The change is announced before it takes effect.")
            await logged(number + 1)
        }
        #expect(log.entries == [0, 1, 2, 3, 4, 5])
        subscription.dispose()
    }

    @Test("tracking emits changes made in one turn as one element") func coalescing() async {
        let subscription = Observable.tracking { counter.count + counter.step }.subscribe(onNext: { log($0) })
        counter.count = 5
        counter.step = 10
        counter.count = 6
        await logged(2)
        await settle()
        #expect(log.entries == [1, 16])
        subscription.dispose()
    }

    @Test("tracking emits nothing for a property that wasn't read") func others() async {
        let subscription = Observable.tracking { counter.count }.subscribe(onNext: { log($0) })
        counter.name = "b"
        await settle()
        #expect(log.entries == [0])
        subscription.dispose()
    }

    @Test("tracking tracks the properties that the closure read last") func branches() async {
        let subscription = Observable.tracking { counter.name == "a" ? counter.count : counter.step }
            .subscribe(onNext: { log($0) })
        counter.name = "b"
        await logged(2)
        counter.step = 7
        await logged(3)
        counter.count = 100
        await settle()
        #expect(log.entries == [0, 1, 7])
        subscription.dispose()
    }

    @Test("tracking misses no change made during a delivery") func reentrancy() async {
        let subscription = Observable.tracking { counter.count }.subscribe(onMain: { number in
            log(number)
            if number < 50 { counter.count += 1 }
        })
        await logged(51)
        #expect(log.entries == Array(0...50))
        subscription.dispose()
    }

    @Test("tracking never misses the last change") func last() async {
        for round in 1...200 {
            let (counter, log) = (Counter(), Log<Int>())
            let subscription = Observable.tracking { counter.count }.subscribe(onNext: { log($0) })
            let changes = Task {
                for number in 1...round % 7 + 1 {
                    counter.count = number
                    if (round + number) % 3 == 0 { await Task.yield() }
                }
            }
            await changes.value
            while log.entries.last != round % 7 + 1 { await Task.yield() }
            #expect(log.entries == log.entries.sorted())
            subscription.dispose()
        }
    }

    @Test("tracking emits nothing after disposal") func disposal() async {
        let subscription = Observable.tracking { counter.count }.subscribe(onNext: { log($0) })
        counter.count = 1
        subscription.dispose()
        counter.count = 2
        await settle()
        #expect(log.entries == [0])
    }

    @Test("tracking reads independently for each subscription") func subscriptions() async {
        let numbers = Observable.tracking { counter.count }
        counter.count = 3
        let subscriptions = [numbers.subscribe(onNext: { log($0) }), numbers.subscribe(onNext: { log($0) })]
        counter.count = 4
        await logged(4)
        #expect(log.entries == [3, 3, 4, 4])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("tracking emits on the main actor when subscribed to on another thread") func otherThread() async {
        let numbers = Observable.tracking { counter.count }.map { number in
            MainActor.assertIsolated()
            return number
        }
        let subscription = Box<(any Disposable)?>(nil)
        concurrently({ subscription.value = numbers.subscribe(onNext: { log($0) }) })
        await logged(1)
        counter.count = 1
        await logged(2)
        #expect(log.entries == [0, 1])
        subscription.value?.dispose()
    }

    @Test("tracking releases the model and the observer at disposal") func release() async {
        weak var model: Counter?
        weak var observer: Log<Int>?
        let other = Counter()
        var subscription: (any Disposable)?
        do {
            let (counter, log) = (Counter(), Log<Int>())
            (model, observer) = (counter, log)
            subscription = Observable.tracking { counter.count + other.count }.subscribe(onNext: { log($0) })
        }
        #expect(model != nil && observer != nil)
        subscription?.dispose()
        #expect(model == nil && observer == nil)
    }

    @Test("An abandoned subscription of tracking doesn't retain a weakly captured model")
    func forgotten() async {
        weak var model: Counter?
        weak var observer: Log<Int?>?
        do {
            let (counter, log) = (Counter(), Log<Int?>())
            (model, observer) = (counter, log)
            _ = Observable.tracking { [weak counter] in counter?.count }.subscribe(onNext: { log($0) })
        }
        #expect(model == nil && observer == nil)
    }

    @Test("tracking tracks a model isolated to another actor") func isolatedToActor() async {
        let store = Store()
        let subscription = Observable.tracking(isolatedTo: store) { $0.count }.subscribe(onNext: { number in
            store.assertIsolated()
            log(number)
        })
        await logged(1)
        await store.add(2)
        await logged(2)
        await store.add(3)
        await logged(3)
        #expect(log.entries == [0, 2, 5])
        subscription.dispose()
    }
}

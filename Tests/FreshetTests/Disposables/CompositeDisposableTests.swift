import Freshet
import FreshetTest
import Testing

@Suite("CompositeDisposable") struct CompositeDisposableTests {
    @Test("disposes its members once, in insertion order") func disposes() {
        let log = Log<Int>()
        let composite = CompositeDisposable(Disposables.create { log(1) }, Disposables.create { log(2) })
        _ = composite.insert(Disposables.create { log(3) })
        #expect(composite.count == 3)
        composite.dispose()
        composite.dispose()
        #expect(log.entries == [1, 2, 3])
        #expect(composite.isDisposed && composite.count == 0)
    }

    @Test("removing a member disposes it") func removes() {
        let (log, composite) = (Log<Int>(), CompositeDisposable())
        let key = composite.insert(Disposables.create { log(1) })
        if let key { composite.remove(for: key) }
        if let key { composite.remove(for: key) }
        #expect(log.entries == [1])
        composite.dispose()
        #expect(log.entries == [1])
    }

    @Test("after disposal, disposes inserted members at once") func late() {
        let (log, composite) = (Log<Int>(), CompositeDisposable())
        composite.dispose()
        let key = composite.insert(Disposables.create { log(1) })
        #expect(key == nil)
        #expect(log.entries == [1])
    }

    @Test("disposes each member once when one thread inserts and another disposes") func twoThreads() {
        for _ in 0..<100 {
            let (count, composite) = (Count(), CompositeDisposable())
            concurrently(
                { for _ in 0..<20 { _ = composite.insert(Disposables.create { count.up() }) } }, { composite.dispose() }
            )
            #expect(count.value == 20)
        }
    }
}

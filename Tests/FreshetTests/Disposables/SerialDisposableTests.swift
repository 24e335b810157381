import Freshet
import FreshetTest
import Testing

@Suite("SerialDisposable") struct SerialDisposableTests {
    @Test("disposes what is replaced") func replaces() {
        let (log, serial) = (Log<Int>(), SerialDisposable())
        for number in 1...3 { serial.disposable = Disposables.create { log(number) } }
        #expect(log.entries == [1, 2])
        serial.dispose()
        #expect(log.entries == [1, 2, 3])
    }

    @Test("once disposed it disposes at once what is set") func late() {
        let (log, serial) = (Log<Int>(), SerialDisposable())
        serial.dispose()
        serial.disposable = Disposables.create { log(1) }
        #expect(log.entries == [1])
        #expect(serial.isDisposed)
        serial.disposable.dispose()
        #expect(log.entries == [1])
    }

    @Test("content that sets another one while it is disposed") func reentrancy() {
        let (log, serial) = (Log<Int>(), SerialDisposable())
        serial.disposable = Disposables.create {
            log(1)
            serial.disposable = Disposables.create { log(2) }
        }
        serial.dispose()
        #expect(log.entries == [1, 2])
    }

    @Test("two threads, one that sets and one that disposes: everything is disposed") func twoThreads() {
        for _ in 0..<200 {
            let (count, serial) = (Count(), SerialDisposable())
            concurrently(
                { for _ in 0..<10 { serial.disposable = Disposables.create { count.up() } } }, { serial.dispose() })
            #expect(count.value == 10)
        }
    }
}

import Freshet
import FreshetTest
import Testing

@Suite("SerialDisposable") struct SerialDisposableTests {
    @Test("Setting new content of a SerialDisposable disposes the previous content") func replaces() {
        let (log, serial) = (Log<Int>(), SerialDisposable())
        for number in 1...3 { serial.disposable = Disposables.create { log(number) } }
        #expect(log.entries == [1, 2])
        serial.dispose()
        #expect(log.entries == [1, 2, 3])
    }

    @Test("A disposed SerialDisposable disposes new content immediately") func late() {
        let (log, serial) = (Log<Int>(), SerialDisposable())
        serial.dispose()
        serial.disposable = Disposables.create { log(1) }
        #expect(log.entries == [1])
        #expect(serial.isDisposed)
        serial.disposable.dispose()
        #expect(log.entries == [1])
    }

    @Test("Disposing the content may set new content of a SerialDisposable") func reentrancy() {
        let (log, serial) = (Log<Int>(), SerialDisposable())
        serial.disposable = Disposables.create {
            log(1)
            serial.disposable = Disposables.create { log(2) }
        }
        serial.dispose()
        #expect(log.entries == [1, 2])
    }

    @Test("Two threads that set and dispose content leave nothing undisposed") func twoThreads() {
        for _ in 0..<200 {
            let (count, serial) = (Count(), SerialDisposable())
            concurrently(
                { for _ in 0..<10 { serial.disposable = Disposables.create { count.up() } } }, { serial.dispose() })
            #expect(count.value == 10)
        }
    }
}

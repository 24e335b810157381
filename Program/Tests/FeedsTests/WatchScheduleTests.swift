import Foundation
import Synchronization
import Testing

@testable import Feeds

@Suite("The pause before the next load") struct WatchScheduleTests {
    @Test("The pause before the next load isn't longer than planned after a clock that was ahead is corrected")
    func corrected() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let clock = Clock(start + 86_400)
        let schedule = WatchSchedule { clock.now }
        schedule.allowed(start + 86_400 + 600)
        schedule.beginPause()
        #expect(schedule.due == start + 86_400 + 600)
        clock.now = start
        #expect(schedule.due == start + 600)
        clock.now = start + 300
        #expect(schedule.due == start + 600)
    }

    private final class Clock: Sendable {
        private let date: Mutex<Date>
        var now: Date {
            get { date.withLock { $0 } }
            set { date.withLock { $0 = newValue } }
        }

        init(_ date: Date) { self.date = Mutex(date) }
    }
}

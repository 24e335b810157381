import Freshet
import FreshetTest
import Testing

@Suite("map") struct MapTests {
    @Test("transforms each element") func transforms() {
        #expect(TestScheduler.marbles { $0.cold("a-b--|").map { $0 == "a" ? 1 : 2 } } == "1-2--|")
    }
}

import Testing

@testable import FreshetServer

@Suite("Memory of clients that have left") struct FreedMemoryTests {
    /// At which of the numbers of clients memory is returned, if there is one number each second, or as often as `interval` says.
    private func returned(_ clients: [Int], every interval: Duration = .seconds(1)) -> [Int] {
        let start = ContinuousClock.now
        let memory = FreedMemory(at: start)
        return clients.indices.filter { memory.isDue(clients: clients[$0], at: start + interval * ($0 + 1)) }
    }

    @Test("Memory is returned once most clients have left and none is leaving, and nine more times")
    func returned() {
        #expect(returned([0, 500, 1000, 700, 300, 0, 0] + Array(repeating: 0, count: 20)) == Array(6...15))
        #expect(returned([1000, 500, 500, 800, 100, 100]) == [2, 3, 4, 5])
    }

    @Test("Memory is returned every ten minutes, even if all clients stay")
    func regularly() {
        #expect(returned(Array(repeating: 50, count: 1_800)) == [599, 1199, 1799])
        // Timers of a busy or sleeping machine are late.
        #expect(returned(Array(repeating: 50, count: 6), every: .seconds(301)) == [1, 3, 5])
    }

    @Test("Memory isn't returned if few clients leave, or others arrive")
    func kept() {
        #expect(returned([0, 99, 0, 0]) == [])
        #expect(returned([1000, 600, 600, 1000, 1000]) == [])
    }
}

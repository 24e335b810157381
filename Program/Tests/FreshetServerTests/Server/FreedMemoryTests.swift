import Testing

@testable import FreshetServer

@Suite("Memory of clients that have left") struct FreedMemoryTests {
    /// The numbers of clients, once a second, at which memory is returned.
    private func returned(_ clients: [Int]) -> [Int] {
        let memory = FreedMemory()
        return clients.indices.filter { memory.isDue(clients: clients[$0]) }
    }

    @Test("is returned once most clients have left and none is leaving, and then nine more times")
    func returned() {
        #expect(returned([0, 500, 1000, 700, 300, 0, 0] + Array(repeating: 0, count: 20)) == Array(6...15))
        #expect(returned([1000, 500, 500, 800, 100, 100]) == [2, 3, 4, 5])
    }

    @Test("is returned every ten minutes, even if all clients stay")
    func regularly() {
        #expect(returned(Array(repeating: 50, count: 1_800)) == [599, 1199, 1799])
    }

    @Test("isn't returned if few clients leave, or others arrive")
    func kept() {
        #expect(returned([0, 99, 0, 0]) == [])
        #expect(returned([1000, 600, 600, 1000, 1000]) == [])
    }
}

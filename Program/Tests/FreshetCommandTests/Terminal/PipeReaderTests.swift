import Foundation
import Synchronization
import Testing

@testable import FreshetCommand

@Suite("The reader of a pipe")
struct PipeReaderTests {
    private func makePipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("The reader of a pipe is reported as gone when it closes its end, without a write")
    func closed() async throws {
        let ends = makePipe()
        let isClosed = Atomic(false)
        let reader = try #require(PipeWatch(descriptor: ends.write) { isClosed.store(true, ordering: .relaxed) })
        close(ends.read)
        #expect(await eventually { isClosed.load(ordering: .relaxed) })
        reader.stop()
        close(ends.write)
    }

    @Test("The reader of a pipe isn't reported as gone after the watch has stopped")
    func stopped() async throws {
        let ends = makePipe()
        let isClosed = Atomic(false)
        let reader = try #require(PipeWatch(descriptor: ends.write) { isClosed.store(true, ordering: .relaxed) })
        reader.stop()
        close(ends.read)
        let wasCalled = isClosed.load(ordering: .relaxed)
        #expect(!wasCalled)
        close(ends.write)
    }
}

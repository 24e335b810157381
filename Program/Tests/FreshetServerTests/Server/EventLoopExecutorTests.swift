import NIOCore
import NIOPosix
import Testing

@testable import FreshetServer

@Suite("Tasks of a connection") struct EventLoopExecutorTests {
    @Test("Tasks of a connection run on its event loop, also after they have waited")
    func runs() async throws {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let other = MultiThreadedEventLoopGroup.singleton.next()
        let places = await withTaskExecutorPreference(EventLoopExecutor(eventLoop)) {
            let first = eventLoop.inEventLoop
            await Task.yield()
            let second = eventLoop.inEventLoop
            _ = try? await other.submit { 1 }.get()
            return [first, second, eventLoop.inEventLoop]
        }
        #expect(places == [true, true, true])
    }

    @Test("Tasks of a connection leave its event loop for work that takes time")
    func leaves() async {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let place = await withTaskExecutorPreference(EventLoopExecutor(eventLoop)) {
            await withTaskExecutorPreference(globalConcurrentExecutor) { eventLoop.inEventLoop }
        }
        #expect(!place)
    }
}

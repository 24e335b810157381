import Feeds
import SampleUpstreams
import Testing

@Suite("What is new since the last showing") struct NewnessTests {
    @Test("is nothing at the first look")
    func first() async throws {
        try await Scene.run { scene in
            let state = try await scene.repository().last()
            #expect(state.new == [])
        }
    }

    @Test("is what came since the items were shown, until it is shown")
    func since() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            let first = try await feed.last()
            try feed.markShown(first.items)
            scene.advance(300)
            let second = try await feed.last()
            #expect(!second.new.isEmpty && second.new == second.ids.filter { !first.ids.contains($0) })
            #expect(try await feed.last(.offline).new == second.new)
            try feed.markShown(second.items)
            #expect(try await feed.last(.offline).new == [])
        }
    }

    @Test("is not what is older than all that was known")
    func older() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            try feed.markShown(try await feed.last().items)
            let state = try await feed.last(limit: 130)
            #expect(state.items.count == 130 && state.new == [])
        }
    }
}

import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Synchronization
import Testing

@Suite("An item that a refresh has shown and not yet stored") struct ArrivingItemTests {
    /// Looks at a list that arrives in five parts, and calls `body` with the state after the first part.
    private func look(
        _ subject: Subject, _ body: @escaping @Sendable (FeedState) throws -> Void
    ) async throws -> [FeedState] {
        let isDone = Mutex(false)
        var states: [FeedState] = []
        let observed = subject.look().map { state in
            let isFirst = isDone.withLock { isDone in
                defer { isDone = isDone || state.progress?.done == 1 }
                return !isDone && state.progress?.done == 1
            }
            if isFirst { try body(state) }
            return state
        }
        for try await state in observed.values { states.append(state) }
        #expect(isDone.withLock { $0 } && states.last?.freshness == .fresh)
        return states
    }

    @Test("can be opened")
    func opened() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            _ = try await look(subject) { state in
                let id = try #require(state.ids.first)
                let stored = try scene.store.items(of: subject.key, ids: [id])
                let opened = try subject.environment.item(id, of: subject.feed)
                let unknown = try subject.environment.item("unknown", of: subject.feed)
                #expect(stored.isEmpty && opened?.shown.entry.id == id && unknown == nil)
            }
        }
    }

    @Test("keeps its marks while others arrive, and when all are stored")
    func marked() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let scope = subject.feed.description.scope
            let marked = Mutex<[String]>([])
            let states = try await look(subject) { state in
                let keys = state.ids.prefix(3).map { ItemKey(scope: scope, id: $0) }
                let unknown = ItemKey(scope: scope, id: "unknown")
                marked.withLock { $0 = keys.map(\.id) }
                let environment = subject.environment
                #expect(try environment.mark([keys[0], unknown, keys[1]], as: .read) == [keys[0], keys[1]])
                #expect(try environment.mark([keys[0]], as: .read) == [])
                #expect(try environment.mark([keys[1]], as: .unread) == [keys[1]])
                #expect(try environment.mark([keys[2]], as: .saved) == [keys[2]])
                let shown = try environment.remarked(state, of: subject.feed).items.prefix(3)
                #expect(shown.map(\.isUnread) == [false, true, true] && shown.map(\.isSaved) == [false, false, true])
            }
            let ids = marked.withLock { $0 }
            for state in states.drop(while: { $0.progress?.done != 1 }).dropFirst() {
                let items = ids.compactMap { id in state.items.first { $0.entry.id == id } }
                #expect(items.map(\.isUnread) == [false, true, true] && items.map(\.isSaved) == [false, false, true])
            }
            #expect(try await subject.last(.offline).ids == states.last?.ids)
        }
    }

    @Test("is unknown again after a refresh that was canceled")
    func canceled() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let part = try await subject.look().filter { $0.progress?.done == 2 }.take(1).asSingle().value
            let id = try #require(part.ids.first)
            #expect(try subject.environment.item(id, of: subject.feed) == nil)
            #expect(try subject.environment.mark([ItemKey(scope: "github", id: id)], as: .read).isEmpty)
        }
    }
}

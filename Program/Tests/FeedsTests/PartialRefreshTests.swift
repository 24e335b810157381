import FeedStore
import Feeds
import Foundation
import Freshet
import News
import SampleUpstreams
import Synchronization
import Testing

@Suite("An item that a refresh has shown and not yet stored") struct PartialRefreshTests {
    /// Looks at a list that arrives in five parts, and calls `body` with the state after the first part. Returns the states after it.
    private func load(
        _ subject: Subject, limit: Int = 50, _ body: @escaping @Sendable (FeedState) throws -> Void
    ) async throws -> [FeedState] {
        let isDone = Mutex(false)
        var states: [FeedState] = []
        let observed = subject.load(subject.request(limit: limit)).map { state in
            let isFirst = isDone.withLock { isDone in
                defer { isDone = isDone || state.progress?.done == 1 }
                return !isDone && state.progress?.done == 1
            }
            if isFirst { try body(state) }
            return state
        }
        for try await state in observed.values { states.append(state) }
        #expect(isDone.withLock { $0 } && states.last?.freshness == .fresh)
        return Array(states.drop { $0.progress?.done != 1 }.dropFirst())
    }

    private func keys(_ ids: some Sequence<String>) -> [ItemKey] { ids.map { ItemKey(scope: "github", id: $0) } }

    @Test("An arrived item that isn't stored can be opened")
    func opened() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            _ = try await load(subject) { state in
                let id = try #require(state.ids.first)
                let stored = try scene.store.items(of: subject.key, ids: [id])
                let opened = try subject.environment.item(id, of: subject.feed)
                let unknown = try subject.environment.item("unknown", of: subject.feed)
                #expect(stored.isEmpty && opened?.shown.entry.id == id && unknown == nil)
            }
        }
    }

    @Test("An arrived item is shown to another load that waits for the refresh, and can be opened from there")
    func waiting() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let states = try await load(subject, limit: 2) { state in
                let shown = Mutex<[String]>([])
                let waiting = subject.load(subject.request(limit: 50)).subscribe(onNext: { state in
                    if state.progress != nil { shown.withLock { $0 = state.ids } }
                })
                defer { waiting.dispose() }
                try wait { shown.withLock { !$0.isEmpty } }
                let ids = shown.withLock { $0 }
                #expect(ids.count > 2 && Array(ids.prefix(2)) == state.ids)
                let last = try #require(ids.last)
                let opened = try subject.environment.item(last, of: subject.feed)
                #expect(opened?.shown.entry.id == last)
                let marked = try subject.environment.mark(keys([last]), as: .saved)
                #expect(marked == keys([last]))
            }
            #expect(states.last?.items.count == 2)
            #expect(scene.control.requests(to: "/github/search/repositories").count == 1)
        }
    }

    @Test("An arrived item keeps its marks while others arrive, and when all are stored")
    func marked() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let marked = Mutex<[String]>([])
            let states = try await load(subject) { state in
                let keys = keys(state.ids.prefix(3))
                let unknown = ItemKey(scope: "github", id: "unknown")
                marked.withLock { $0 = keys.map(\.id) }
                let environment = subject.environment
                #expect(try environment.mark([keys[0], unknown, keys[1]], as: .read) == [keys[0], keys[1]])
                #expect(try environment.mark([keys[0]], as: .read) == [])
                #expect(try environment.mark([keys[1]], as: .unread) == [keys[1]])
                #expect(try environment.mark([keys[2]], as: .saved) == [keys[2]])
                let shown = try environment.remarked(state, of: subject.feed).items.prefix(3)
                #expect(shown.map(\.isUnread) == [false, true, true] && shown.map(\.isSaved) == [false, false, true])
                let opened = try environment.item(keys[2].id, of: subject.feed)
                #expect(opened?.shown.isSaved == true)
            }
            let ids = marked.withLock { $0 }
            for state in states {
                let items = ids.compactMap { id in state.items.first { $0.entry.id == id } }
                #expect(items.map(\.isUnread) == [false, true, true] && items.map(\.isSaved) == [false, false, true])
            }
            #expect(try await subject.last(.offline).ids == states.last?.ids)
        }
    }

    @Test("An arrived item keeps its mark if newer items take its place")
    func displaced() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let marked = Mutex<[ItemKey]>([])
            let shown = Mutex<[String]>([])
            let states = try await load(subject, limit: 5) { state in
                shown.withLock { $0 = state.ids }
            }
            let former = shown.withLock { $0 }
            #expect(states.contains { Set($0.ids) != Set(former) })
            scene.advance(121)
            try scene.store.mark(each: ItemSelection(), as: .unread, at: scene.now)
            let again = Subject.gitHub(trending: "Go", scene.environment())
            _ = try await load(again, limit: 5) { state in
                let keys = keys(state.ids)
                marked.withLock { $0 = keys }
                let changed = try again.environment.mark(keys, as: .saved)
                #expect(changed == keys)
            }
            let saved = try again.environment.items(ItemSelection(isSaved: true), limit: nil)
            #expect(Set(saved.items.map(\.key)) == Set(marked.withLock { $0 }))
        }
    }

    @Test("An arrived item is marked with all the others of its list")
    func markedWithAll() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let read = Mutex<Set<String>>([])
            let states = try await load(subject) { state in
                let selection = ItemSelection(.feed(subject.key), firstSeenBy: scene.now)
                let changed = try subject.environment.mark(each: selection, as: .read).items
                #expect(Set(changed.map(\.id)) == Set(state.ids) && !changed.isEmpty)
                read.withLock { $0 = Set(state.ids) }
                #expect(
                    try subject.environment.mark(each: ItemSelection(.feed(subject.key), isUnread: true), as: .read)
                        == Marking())
            }
            let last = try #require(states.last)
            #expect(Set(last.ids).subtracting(last.unread) == read.withLock { $0 })
        }
    }

    @Test("An arrived item has the marks that it has in other lists")
    func otherLists() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let (best, top) = (Subject.news(.best, environment), Subject.news(.top, environment))
            try await best.last()
            try environment.mark(all: ItemSelection(.feed(best.key)), as: .read)
            let known = Set(try await best.last(.offline).ids)
            let states = try await top.states()
            let arriving = states.filter { $0.progress != nil && $0.ids.contains(where: known.contains) }
            #expect(!arriving.isEmpty)
            for state in states { #expect(known.isDisjoint(with: state.unread)) }
        }
    }

    @Test("Arrived and listed items follow marks and rules that are made meanwhile")
    func storeChanges() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            try await subject.last()
            scene.advance(900)
            let kind = Mutex("")
            let states = try await load(subject) { state in
                try scene.store.mark(each: ItemSelection(.feed(subject.key)), as: .read, at: scene.now)
                let muted = try #require(state.items.last?.entry.kind.id)
                kind.withLock { $0 = muted }
                try subject.environment.add([subject.environment.rule("mute kind:\(muted) in:github")])
            }
            let muted = kind.withLock { $0 }
            #expect(states.allSatisfy { state in !state.items.contains { $0.entry.kind.id == muted } })
            let known = states.flatMap(\.items).filter { item in item.firstSeenAt.map { $0 < scene.now } ?? false }
            #expect(!known.isEmpty && known.allSatisfy { !$0.isUnread })
        }
    }

    @Test("An arrived item keeps its mark after a refresh that was canceled, and is found again")
    func canceled() async throws {
        try await Scene.run { scene in
            let subject = Subject.gitHub(trending: "Swift", scene.environment())
            let part = try await subject.load().map { state in
                if state.progress?.done == 2 {
                    try subject.environment.mark(keys(state.ids.prefix(1)), as: .saved)
                    try subject.environment.mark(keys(state.ids.dropFirst().prefix(1)), as: .read)
                }
                return state
            }.filter { $0.progress?.done == 2 }.take(1).asSingle().value
            let (saved, read, other) = (part.ids[0], part.ids[1], part.ids[2])
            #expect(
                try subject.environment.items(ItemSelection(isSaved: true), limit: nil).items.map(\.key.id) == [saved])
            #expect(try subject.environment.item(saved, of: subject.feed)?.shown.isSaved == true)
            #expect(try subject.environment.item(read, of: subject.feed)?.shown.isUnread == false)
            // The refresh ends after its last state has been received.
            #expect(await eventually { (try? subject.environment.item(other, of: subject.feed) == nil) ?? false })
            #expect(try subject.environment.mark(keys([other]), as: .read).isEmpty)
            scene.advance(121)
            let state = try await subject.last()
            #expect(state.items.filter(\.isSaved).map(\.entry.id) == [saved])
            #expect(state.items.filter { !$0.isUnread }.map(\.entry.id) == [read])
        }
    }
}

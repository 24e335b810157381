import FeedStore
import Feeds
import Foundation
import News
import SampleUpstreams
import Testing

@Suite("A story with its comments") struct ThreadTests {
    /// A story with two comments, the second of which answers the first; `late` adds a third one.
    private static func publish(_ control: FaultControl, late: Bool = false) {
        let kids = late ? "[2,4]" : "[2]"
        answer(
            control, 1, #""type":"story","by":"s","title":"Tides","time":1,"score":7,"descendants":2,"kids":\#(kids)"#)
        answer(control, 2, #""type":"comment","by":"a","text":"First","time":5,"parent":1,"kids":[3]"#)
        answer(control, 3, #""type":"comment","by":"b","text":"<i>Second</i>","time":6,"parent":2"#)
        answer(control, 4, #""type":"comment","by":"c","text":"Late","time":7,"parent":1"#)
    }

    private static func answer(_ control: FaultControl, _ id: Int, _ fields: String) {
        control.fail("/news/v0/item/\(id).json", with: .status(200, body: "{\"id\":\(id),\(fields)}"))
    }

    private func thread(_ scene: Scene) -> Subject { Subject(ThreadFeed(story: 1), scene.environment()) }

    @Test("A story with its comments is stored in reading order, with each comment's depth, text and parent")
    func stored() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control, late: true)
            try await thread(scene).last()
            let snapshot = try scene.store.snapshot(of: thread(scene).key, order: .ranked, limit: nil)
            #expect(snapshot.items.map(\.id) == ["1", "2", "3", "4"] && snapshot.title == "Tides")
            let items = try await thread(scene).last(.offline).all(ThreadItem.self)
            #expect(items.map(\.depth) == [0, 1, 2, 1] && items.map(\.parent) == [nil, 1, 2, 1])
            #expect(items.map(\.text) == [nil, "First", "<i>Second</i>", "Late"])
        }
    }

    @Test("A story with its comments is shown offline as it was stored, without a request")
    func offline() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control)
            let fresh = try await thread(scene).last()
            scene.control.resetLog()
            let stored = try await thread(scene).last(.offline)
            #expect(stored.ids == fresh.ids && stored.title == "Tides" && stored.freshness == .stored)
            #expect(scene.control.requests.isEmpty)
        }
    }

    @Test("A story with its comments keeps them while Hacker News fails, and gives the reason")
    func failing() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control)
            try await thread(scene).last()
            scene.advance(61)
            scene.control.fail("/news/v0/item/1.json", with: .status(500))
            let state = try await thread(scene).last()
            #expect(state.ids == ["1", "2", "3"] && state.freshness.error?.kind == "status")
        }
    }

    @Test("A story with its comments keeps a comment that can't be fetched, and its replies")
    func partial() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control)
            try await thread(scene).last()
            scene.advance(61)
            Self.publish(scene.control, late: true)
            scene.control.fail("/news/v0/item/2.json", with: .status(500))
            let state = try await thread(scene).last()
            #expect(Set(state.ids) == ["1", "2", "3", "4"] && state.freshness.error?.kind == "partial")
        }
    }

    @Test("A story with its comments marks the comments that arrived since the last visit")
    func newSinceLastVisit() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control)
            let (subject, environment) = (thread(scene), scene.environment())
            #expect(try await subject.last().lastVisitAt == nil)
            try environment.visit(subject.key)
            scene.advance(86_400)
            Self.publish(scene.control, late: true)
            try environment.visit(subject.key)
            let state = try await subject.last()
            let lastVisitAt = try #require(state.lastVisitAt)
            let new = state.items.filter { ($0.firstSeenAt ?? .distantPast) > lastVisitAt }
            #expect(new.map(\.entry.id) == ["4"])
        }
    }

    @Test("A story with its comments is left whole by a rule that keeps stories, hidden by one on discussions")
    func kept() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control)
            let environment = scene.environment()
            try environment.add([environment.rule("keep \"swift\" in:news")])
            let whole = try await thread(scene).states()
            #expect(whole.allSatisfy { $0.mutedCount == 0 } && whole.last?.ids == ["1", "2", "3"])
            try environment.add([environment.rule("keep \"swift\" in:news/item")])
            let hidden = try await thread(scene).last()
            #expect(hidden.items.isEmpty && hidden.mutedCount == 3)
        }
    }

    @Test("A story with its comments can be followed like any feed, and adds to unread counts only if it is")
    func unread() async throws {
        try await Scene.run { scene in
            Self.publish(scene.control)
            let (subject, environment) = (thread(scene), scene.environment())
            try await subject.last()
            #expect(try environment.unreadCounts().total == 0)
            try environment.follow(subject.feed)
            #expect(try environment.unreadCounts().byFeed[subject.key] == 2)
        }
    }
}

import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import HTTPTypes
import Synchronization
import Testing

@Suite("The inbox") struct InboxTests {
    /// Answers with a page of two threads, with a link to a next page if there is one.
    private func page(_ number: Int, of count: Int, first: Int = 0) -> VirtualScene.Answer {
        let threads = (0..<2).map { index in
            let id = first + number * 2 + index
            return """
                {"id":"\(id)","reason":"mention","updated_at":"2026-01-02T03:04:\(59 - id)Z",
                "repository":{"full_name":"a/b"},"subject":{"title":"\(id)","type":"Issue","url":null}}
                """
        }
        var headers = VirtualScene.wishes(60)
        if number + 1 < count {
            let next = "https://api.github.com/notifications?per_page=50&page=\(number + 2)"
            headers[HTTPField.Name("Link")!] = "<\(next)>; rel=\"next\""
        }
        return .body("[" + threads.joined(separator: ",") + "]", headers)
    }

    /// The last state of each load, one after another: the n-th load gets the n-th answers.
    private func loads(
        _ answers: [[VirtualScene.Answer]], _ scene: VirtualScene
    ) -> [FeedState] {
        let inbox = Subject(InboxFeed(), scene.environment(token: "t"))
        return answers.map { pages in
            scene.restart()
            scene.answer { pages[min($0, pages.count - 1)] }
            let last = Mutex<FeedState?>(nil)
            let load = inbox.load().subscribe(onNext: { state in last.withLock { $0 = state } })
            scene.advance(to: 61)
            load.dispose()
            return last.withLock { $0! }
        }
    }

    @Test("The inbox has every page, and hides threads that have left")
    func pages() throws {
        let scene = try VirtualScene()
        let states = loads(
            [[page(0, of: 3), page(1, of: 3), page(2, of: 3)], [page(0, of: 2, first: 1), page(1, of: 2, first: 1)]],
            scene)
        #expect(states[0].ids == ["0", "1", "2", "3", "4", "5"])
        #expect(states[1].ids == ["1", "2", "3", "4"])
        #expect(states.allSatisfy { $0.freshness == .fresh && $0.remarks.isEmpty })
        #expect(
            scene.paths == ["/notifications?per_page=50", "/notifications?per_page=50&page=2"])
    }

    @Test("The inbox has a thread unread again once something happened to it")
    func activity() throws {
        func page(_ date: String) -> VirtualScene.Answer {
            .body(
                """
                [{"id":"1","reason":"mention","updated_at":"\(date)","repository":{"full_name":"a/b"},
                "subject":{"title":"1","type":"Issue","url":null}}]
                """, VirtualScene.wishes(60))
        }
        let scene = try VirtualScene()
        let (first, later) = (page("2026-01-02T03:04:05Z"), page("2026-01-03T00:00:00Z"))
        #expect(loads([[first]], scene)[0].unread == ["1"])
        try scene.environment(token: "t").mark([ItemKey(scope: InboxFeed().scope, id: "1")], as: .read)
        #expect(loads([[first], [later]], scene).map(\.unread) == [[], ["1"]])
    }

    @Test("The inbox ends after three pages, reports it, and hides nothing that a further page may have")
    func tooMany() throws {
        let scene = try VirtualScene()
        let states = loads(
            [
                [page(0, of: 3), page(1, of: 3), page(2, of: 3)],
                [page(0, of: 4, first: 10), page(1, of: 4, first: 10), page(2, of: 4, first: 10)],
            ], scene)
        #expect(scene.asked.count == 3)
        #expect(Set(states[1].ids) == Set(["0", "1", "2", "3", "4", "5"] + (10..<16).map(String.init)))
        #expect(
            states[1].freshness == .fresh
                && states[1].remarks == ["Only your newest 6 notifications were fetched. GitHub has more."])
    }

    @Test("The inbox keeps the threads of a page that fails, and is stale")
    func failure() throws {
        let scene = try VirtualScene()
        let states = loads(
            [
                [page(0, of: 2), page(1, of: 2)],
                [page(0, of: 2), .failure(.status(somewhere, .internalServerError, body: ""))],
            ], scene)
        #expect(states[1].ids == ["0", "1", "2", "3"] && states[1].freshness.error?.kind == "partial")
    }
}

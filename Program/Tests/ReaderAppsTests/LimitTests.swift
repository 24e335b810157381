import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import ReaderApps

@Suite("An answer of a reader app's API")
struct LimitTests {
    private let app: App
    private let ids: [Int64]

    /// The library has 1,200 items, of which Story 1 is the newest.
    init() throws {
        app = try App()
        try app.follow(App.top)
        try app.stories(1...1_200)
        ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 10_000)
    }

    private func form(_ ids: some Sequence<Int64>) -> String { ids.map { "i=\($0)" }.joined(separator: "&") }

    @Test("An answer has each of more than 1,000 named items, in the order of their names")
    func contents() async throws {
        let named = ids.reversed() + [77_777_777]
        let answer = try await app.google("stream/items/contents", form: form(named))
        #expect(try answer.titles() == (1...1_200).reversed().map { "Story \($0)" })
        #expect(try await app.google("stream/items/contents", form: "i=77777777").titles() == [])
    }

    @Test("An answer reports that too many items were named, rather than leaving some out")
    func tooMany() async throws {
        let unknown = (1...10_001).map { Int64(50_000_000 + $0) }
        #expect(try await app.google("stream/items/contents", form: form(unknown.dropLast())).titles() == [])
        let refusal = try await app.google("stream/items/contents", form: form(unknown))
        #expect(refusal.status.code == 400)
        #expect(refusal.text == "The request names 10,001 items. Name at most 10,000 in “i”.")
    }

    @Test("A request marks each of more than 1,000 named items")
    func marks() async throws {
        let starred = "a=user/-/state/com.google/starred"
        #expect(try await app.google("edit-tag", form: form(ids) + "&" + starred).text == "OK")
        #expect(try app.store.count(of: ItemSelection(.all, isSaved: true)) == 1_200)
        let body = #"{"entry_ids":[\#(ids.map(String.init).joined(separator: ","))],"starred":false}"#
        #expect(try await app.miniflux(.put, "entries", body).status.code == 204)
        #expect(try app.store.count(of: ItemSelection(.all, isSaved: true)) == 0)
    }

    @Test("An answer of Miniflux's API has 100 entries by default, and all without a limit")
    func entries() async throws {
        for (query, count) in [
            ("", 100), ("?limit=1150", 1_150), ("?limit=200000", 1_200), ("?limit=0&offset=9", 1_191),
        ] {
            let entries = try await app.miniflux(.get, "entries" + query).titles(in: "entries")
            #expect(entries.count == count, "\(query)")
        }
        struct IDs: Decodable { let entry_ids: [Int64] }
        let answer = try await app.miniflux(.get, "entries/ids?limit=0&direction=desc")
        #expect(try JSONDecoder().decode(IDs.self, from: answer.body).entry_ids == ids)
    }

    @Test("An answer in Atom names the next page, too")
    func atom() async throws {
        let stream = "user%2F-%2Fstate%2Fcom.google%2Freading-list"
        let first = try await app.atom(stream + "?n=700").text
        let name = try #require(first.firstMatch(of: /<gr:continuation [^>]*>(\d+)</)?.1)
        let second = try await app.atom(stream + "?n=700&c=\(name)").text
        #expect(!second.contains("gr:continuation"))
        #expect([first, second].map { $0.components(separatedBy: "<entry>").count - 1 } == [700, 500])
    }
}

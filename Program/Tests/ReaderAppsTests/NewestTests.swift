import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import ReaderApps

@Suite("The newest items of one refresh")
struct NewestTests {
    private let app: App
    private let unread = "user/-/state/com.google/reading-list?xt=user/-/state/com.google/read"

    /// Story 1 is the newest of 600 unread ones.
    init() throws {
        app = try App()
        try app.follow(App.top)
        // The first refresh leaves only a few items unread.
        try app.stories(9_999)
        try app.store.mark(all: ItemSelection(.followed), as: .read, at: app.clock.now)
        try app.stories(1...600)
    }

    private func titles(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "Story \($0)" } }

    @Test("The newest items come first in Google Reader's API, and the oldest first on request")
    func google() async throws {
        #expect(try await app.titles(unread + "&n=20") == titles(1...20))
        #expect(try await app.titles(unread + "&n=20&r=n") == titles(1...20))
        #expect(try await app.titles(unread + "&n=20&r=o") == titles(581...600).reversed())
        let feed = try #require(try app.store.subscriptions().first)
        #expect(try await app.titles("feed/\(feed.id)?n=20") == titles(1...20))
        let page = try await app.ids("s=user/-/state/com.google/reading-list&n=250")
        let rest = try await app.ids("s=user/-/state/com.google/reading-list&n=1000&c=\(page.continuation ?? "")")
        let all = page.ids + rest.ids
        #expect(all.count == 601 && all == all.sorted(by: >) && rest.continuation == nil)
        let items = try await app.google("stream/items/contents", form: "i=\(all[0])&i=\(all[599])")
        #expect(try items.titles() == ["Story 1", "Story 600"])
    }

    @Test("The newest items have the highest numbers in Miniflux's API")
    func miniflux() async throws {
        let newest = "entries?status=unread&order=id&direction=desc&limit=20"
        #expect(try await app.miniflux(.get, newest).titles(in: "entries") == titles(1...20))
        let oldest = "entries?status=unread&order=id&direction=asc&limit=20"
        #expect(try await app.miniflux(.get, oldest).titles(in: "entries") == titles(581...600).reversed())
        let ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 20)
        let since = "entries?after_entry_id=\(ids[19])&order=id&direction=desc"
        #expect(try await app.miniflux(.get, since).titles(in: "entries") == titles(1...19))
    }

    @Test("The newest items come first in Fever's API, and last after an item")
    func fever() async throws {
        #expect(try await app.fever("api&items&max_id=0").titles() == titles(1...50))
        let ids = try app.store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 100)
        #expect(try await app.fever("api&items&max_id=\(ids[49])").titles() == titles(51...100))
        #expect(try await app.fever("api&items&since_id=\(ids[10])").titles() == titles(1...10).reversed())
        let unread = try await app.fever("api&unread_item_ids").text
        #expect(unread.contains(",\(ids[1]),\(ids[0])\""))
    }
}

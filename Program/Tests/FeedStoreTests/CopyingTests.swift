import FeedStore
import Foundation
import GRDB
import Search
import Testing

/// On PostgreSQL, from a file into a database and back into a file.
@Suite("A copied store")
struct CopyingTests {
    private let folder: TemporaryFolder
    private let source: URL

    init() throws {
        folder = try TemporaryFolder()
        source = folder.url.appending(path: "source.sqlite")
    }

    /// A store that has rows in each table.
    private func filled() throws -> FeedStore {
        let store = try FeedStore(
            at: source,
            options: .init(
                isDiscussion: { $0 == top }, measureKinds: .all(.points),
                stories: { scope, payload in
                    let pages = String(decoding: payload, as: UTF8.self).split(separator: "|").map {
                        "https://a.example/\($0)"
                    }
                    guard scope == "web", let page = pages.first else { return nil }
                    return StoryFields(title: "", address: page, subject: pages.dropFirst().first)
                }))
        let password = try PasswordHash(of: "a long password")
        try store.setPassword(password, keeping: nil)
        let kim = try store.admit("kim", password: password, isAdministrator: false, at: day(0))
        try store.follow(hello)
        try store.addRules(
            [Rule(parsing: "mute boring"), Rule(parsing: "notify quake")], at: day(0))
        try store.addDestination(named: "desk", settings: Data("{}".utf8), at: day(0))
        let items = (0..<120).map { number in
            item(
                "\(number)", day(1, seconds: number), rank: number % 7 == 0 ? number : nil,
                search: SearchFields(
                    title: number % 9 == 0 ? "boring" : "quake \(number) Café", text: "text of \(number)\u{0}",
                    author: "Jo", tags: ["a", "b"], measure: Double(number) / 3, latitude: 1.5, longitude: -2.25))
        }
        let gap = Gap(after: day(0), before: day(0, seconds: 9))
        var refresh = FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(1))
        refresh.gaps = [gap]
        let endpoint = Endpoint(url: "https://api.example/", requester: "anonymous")
        try store.commit(
            [refresh, merge(item("c"), on: 1, into: top)],
            ledger: [
                LedgerEntry(endpoint: endpoint, feed: hello, requestedAt: day(1), outcome: .status(200), eTag: "\"e\"")
            ],
            quotas: [
                Quota(
                    key: Quota.Key(host: "api.example", resource: "core", requester: "anonymous"), limit: 60,
                    remaining: 3,
                    resetAt: day(2), reportedAt: day(1), rule: .rateLimitReset)
            ])
        _ = try store.claim(
            Endpoint(url: "https://other.example/", requester: "me"), now: day(2), lease: 30, respecting: [],
            urgency: .scheduled)
        try store.mark(keys(hello, "3"), as: .read, at: day(2))
        try store.mark(keys(hello, "4"), as: .saved, at: day(2))
        try store.changeLabels(of: keys(hello, "4", "5"), adding: ["To read"], at: day(2))
        try store.visit(hello, at: day(2))
        let one = try #require(keys(hello, "5").first)
        try store.store(
            FullText(address: "https://a.example/", fetchedAt: day(2), article: nil, doubt: "too short"), of: one)
        try store.store(
            Playback(address: "https://a.example/x.mp3", position: 61.5, duration: 100, date: day(2)), of: one)
        _ = try store.issueAppPassword(named: "Phone", at: day(2))
        try store.setOwnToken("secret", for: "github")
        try store.change(settings: ["theme": "dark"])
        for (number, page) in ["one", "one", "two", "two", "one|two"].enumerated() {
            let feed = FeedKey("web/\(number)")
            try store.follow(feed)
            try store.commit(merge(item("\(number)", day(1), payload: page), on: 1, into: feed))
        }
        _ = try store.takeApart([ItemKey(scope: "web", id: "0")])
        _ = try store.addFeedSecret(.make(), at: day(2))
        _ = try store.addFolder("Later")
        _ = try store.startSession(secret: .make(), address: "127.0.0.1", browser: nil, at: day(2))
        let hub = try store.addHubSubscription(
            hello, topic: "https://a.example/", hub: "https://hub.example/", key: .make(), secret: nil, nextAt: day(3))
        _ = try store.addHubDelivery(#require(hub).id, contentType: "text/xml", body: Data("a".utf8), at: day(2))
        _ = try store.link(issuer: "https://id.example", subject: "1", name: nil, at: day(2))
        _ = try store.completeSignIn(.make(), at: day(2), expiry: day(3))
        _ = try store.serverSecret(named: "sign-in")
        _ = try store.makeResetLink(for: kim, secret: .make(), at: day(2))
        _ = try store.invite(named: "lee", isAdministrator: false, secret: .make(), at: day(2))
        try store.of(kim.id).follow(top)
        try store.of(kim.id).applyingRules(.inBatches).addRules([Rule(parsing: "mute dull")], at: day(2))
        try store.of(kim.id).mark(each: ItemSelection(.feed(top)), as: .read, at: day(3))
        return store
    }

    private func rows(_ file: URL) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: file.path)
        return try queue.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%'
                        AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%' AND name NOT IN
                            ('unindexed', 'reindexing', 'server_secret', 'completed_sign_in')
                    """)
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
                    // A change of the copy has made a change number higher.
                    return (table, rows.map { $0.description.replacing(#/ change_number:\d+/#, with: "") }.sorted())
                })
        }
    }

    @Test("A copied store has every row of the original, and finds the same")
    func whole() throws {
        let store = try filled()
        let back = folder.url.appending(path: "back.sqlite")
        let copy = try FeedStore(at: back)
        if TestedDatabase.isSQLite {
            try store.copy(to: copy)
        } else {
            let between = try folder.store()
            try store.copy(to: between)
            #expect(try between.search(SearchQuery(parsing: "café"), order: .rank, limit: 0, now: day(4)).total == 106)
            #expect(try between.addRules([Rule(parsing: "mute new")], at: day(4)).map(\.id) == [4])
            try between.removeRule(4, at: day(4))
            try between.copy(to: copy)
        }
        let (before, after) = (try rows(source), try rows(back))
        #expect(before.count > 20 && before.keys == after.keys)
        for (table, rows) in before where table != "sequence" {  // each copy is a change, too
            #expect(!rows.isEmpty, "\(table)")
            #expect(rows == after[table], "\(table)")
        }
        let query = try SearchQuery(parsing: "quake points:>3")
        let found = try store.search(query, order: .date, limit: 200, now: day(4)).hits.map(\.item)
        #expect(try copy.search(query, order: .date, limit: 200, now: day(4)).hits.map(\.item) == found)
        #expect(found.count > 50)
        #expect(try copy.addRules([Rule(parsing: "mute new")], at: day(4)).map(\.id) == [4])
        let newest = try #require(try store.numbers(of: newestFirst, limit: 1).first)
        try copy.commit(merge(item("arrives later"), on: 5, into: hello))
        let arrived = try #require(try copy.items(numbered: copy.numbers(of: newestFirst, limit: 1)).first)
        #expect(arrived.item.key.id == "arrives later" && arrived.id > newest)
    }

    private let newestFirst = ItemSelection(.feed(hello), order: .arrival)

    @Test("A store isn't copied into one with contents, which stays as it is")
    func full() throws {
        let other = try folder.store()
        try other.commit(merge(item("a")))
        #expect(throws: FeedStoreError.notEmpty(path: other.name)) { try filled().copy(to: other) }
        #expect(try other.ids() == ["a"] && other.accounts().count == 1)
    }
}

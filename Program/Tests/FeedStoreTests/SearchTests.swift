import FeedStore
import Foundation
import Search
import Testing

@Suite("A search")
struct SearchTests {
    let folder: TemporaryFolder
    let store: FeedStore
    private let blog = FeedKey("web/blog")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func add(_ id: String, on date: Date? = nil, into feed: FeedKey = top, _ search: SearchFields) throws {
        try store.commit(merge(item(id, date, search: search), into: feed))
    }

    private func ids(_ text: String, _ order: SearchOrder = .date, now: Date = day(10)) throws -> [String] {
        try store.search(SearchQuery(parsing: text), order: order, limit: 100, now: now).hits.map(\.item.id)
    }

    @Test(
        "A search ends at its deadline",
        arguments: ["word", "/([a-z ]{1,40}){1,12}x/", "points-slope:>1/h", "within:1km of:1,2"])
    func deadline(text: String) throws {
        try store.commit(
            merge(item("a", search: SearchFields(title: "word", text: String(repeating: "a ", count: 1_000)))))
        let query = try SearchQuery(parsing: text)
        #expect(throws: FeedStoreError.tooSlow) {
            try store.search(query, order: .date, limit: 10, now: day(1), until: .now)
        }
        #expect(throws: FeedStoreError.tooSlow) {
            try store.testRule(Rule(parsing: "mute " + text), limit: 10, now: day(1), until: .now)
        }
        _ = try store.search(query, order: .date, limit: 10, now: day(1), until: .now + .seconds(600))
    }

    @Test("A search finds words in title, text, author, source and tags, regardless of case and accents")
    func fields() throws {
        try add("title", SearchFields(title: "Crème BRÛLÉE"))
        try add("text", SearchFields(text: "How to make creme brulee"))
        try add("author", SearchFields(author: "Brülee"))
        try add("source", SearchFields(source: "brulee.example"))
        try add("tags", SearchFields(tags: ["food", "brulee"]))
        try add("none", SearchFields(title: "brulees"))
        #expect(try Set(ids("brulée")) == ["title", "text", "author", "source", "tags"])
        #expect(try ids("creme brulee") == ["text", "title"])
        #expect(try Set(ids("brulee -creme")) == ["author", "source", "tags"])
        #expect(try ids("brul*").count == 6)
        #expect(try ids("author:brulee") == ["author"])
        #expect(try ids("-brul*").isEmpty)
    }

    @Test("A search lists items last stored first, on request")
    func arrival() throws {
        try add("first", on: day(3), SearchFields(title: "tides tides"))
        try add("second", on: day(1), SearchFields(title: "the tides"))
        try add("third", on: day(2), SearchFields(title: "more about the tides"))
        #expect(try ids("tides", .arrival) == ["third", "second", "first"])
        #expect(try ids("since:365d", .arrival, now: day(4)) == ["third", "second", "first"])
        #expect(try ids("tides", .date) == ["first", "third", "second"])
    }

    @Test("A search finds a phrase in quotes only if its words are consecutive and in one field")
    func phrases() throws {
        try add("a", SearchFields(title: "Reactive streams in Swift"))
        try add("b", SearchFields(title: "Streams, reactive", text: "in Swift"))
        try add("c", SearchFields(title: "Reactive", text: "streams", tags: ["two", "words"]))
        #expect(try ids("\"reactive streams\"") == ["a"])
        #expect(try ids("-\"reactive streams\" swift") == ["b"])
        #expect(try ids("author:\"ada lovelace\"").isEmpty)
        try add("d", SearchFields(author: "Ada Lovelace"))
        #expect(try ids("author:\"ada lovelace\"") == ["d"])
        #expect(try ids("ada-lovelace") == ["d"])
    }

    @Test("A search ranks matches in titles first, or lists newest first, undated by when they were first seen")
    func order() throws {
        let other = String(repeating: "other words ", count: 20)
        try add("text", on: day(3), SearchFields(title: "Other", text: "swift " + other))
        try add("title", on: day(1), SearchFields(title: "Swift", text: other))
        try add("undated", SearchFields(title: "Other", text: other + other + "swift"))
        #expect(try ids("swift", .rank) == ["title", "text", "undated"])
        #expect(try ids("swift", .date) == ["text", "title", "undated"])
    }

    @Test("A search is bounded by a limit, while the total isn't")
    func limit() throws {
        for number in 0..<5 { try add("\(number)", on: day(number), SearchFields(title: "x")) }
        let results = try store.search(SearchQuery(parsing: "x"), order: .date, limit: 2, now: day(9))
        #expect(results.total == 5 && results.hits.map(\.item.id) == ["4", "3"])
        let none = try store.search(SearchQuery(parsing: "x"), order: .rank, limit: 0, now: day(9))
        #expect(none == SearchResults(total: 5))
        #expect(try store.search(SearchQuery(parsing: "y"), order: .rank, limit: 9, now: day(9)) == SearchResults())
    }

    @Test("A search shows the match: the text around the words, and their positions")
    func match() throws {
        let text =
            String(repeating: "before ", count: 60) + "the\n needle, and a Needle "
            + String(repeating: "after ", count: 60)
        try add("a", SearchFields(title: "Haystack", text: text))
        try add("b", SearchFields(title: "A needle", text: "short"))
        func hit(_ text: String, _ id: String) throws -> SearchResults.Hit? {
            try store.search(SearchQuery(parsing: text), order: .rank, limit: 9, now: day(1)).hits.first {
                $0.item.id == id
            }
        }
        let inText = try #require(try hit("needle", "a"))
        #expect(inText.ranges.map { String(inText.match[$0]) } == ["needle", "Needle"])
        #expect(inText.match.contains("before the needle, and a Needle after"))
        #expect(inText.match.hasPrefix("…") && inText.match.hasSuffix("…") && inText.match.count < 300)
        let inTitle = try #require(try hit("needle", "b"))
        #expect(inTitle.match == "A needle" && inTitle.ranges.map { String(inTitle.match[$0]) } == ["needle"])
        #expect(try hit("is:unread", "a")?.match == "Haystack")
        #expect(try hit("is:unread", "a")?.ranges.isEmpty == true)
    }

    @Test("A search finds items by feed or its beginning, in whole path segments")
    func feeds() throws {
        try add("a", into: hello, SearchFields(title: "x"))
        try add("b", into: FeedKey("github/octocat/hello2"), SearchFields(title: "x"))
        try add("c", into: top, SearchFields(title: "x"))
        try add("c", into: FeedKey("news/best"), SearchFields(title: "x"))
        #expect(try ids("x in:github") == ["b", "a"])
        #expect(try ids("x in:github/Octocat/hello") == ["a"])
        #expect(try ids("in:github/octo").isEmpty)
        #expect(try ids("in:news/best") == ["c"] && ids("in:100%").isEmpty)
        #expect(try ids("-in:github") == ["c"])
    }

    @Test("A search finds items by folder")
    func folders() throws {
        try add("a", SearchFields(title: "x"))
        try add("b", into: hello, SearchFields(title: "x"))
        try store.follow(top, path: "news/top", FollowSettings(folder: "My Morning"), at: day(0))
        #expect(try ids("folder:\"my morning\"") == ["a"])
        try store.follow(top, path: "news/top", FollowSettings(folder: "My Morning/Coffee"), at: day(0))
        for folder in ["my morning", "MY MORNING/coffee"] { #expect(try ids("folder:\"\(folder)\"") == ["a"]) }
        #expect(try ids("folder:\"my morn\"").isEmpty)
        #expect(try ids("x -folder:\"my morning\"") == ["b"])
        try store.follow(top, path: "news/top", FollowSettings(folder: "Tides%2FDeep"), at: day(0))
        #expect(try ids("folder:tides").isEmpty)
    }

    @Test("A search finds items by kind, marks, date and measure, alone or with words")
    func filters() throws {
        try add("a", on: day(1), SearchFields(kind: "PushEvent", title: "x", measure: 10, measureKind: .points))
        try add("b", on: day(5), SearchFields(kind: "story", title: "x", measure: 300, measureKind: .points))
        try add("c", SearchFields(title: "x"))
        try store.mark(keys(top, "a"), as: .read, at: day(6))
        try store.mark(keys(top, "b"), as: .saved, at: day(6))
        #expect(try ids("kind:pushevent") == ["a"] && ids("x -kind:story") == ["a", "c"])
        #expect(try ids("is:unread") == ["b", "c"] && ids("x is:read") == ["a"])
        #expect(try ids("x is:saved") == ["b"] && ids("-is:saved") == ["a", "c"])
        #expect(try ids("since:6d") == ["b"] && ids("x since:9d") == ["b", "a"] && ids("-since:9d") == ["c"])
        #expect(try ids("points:>10") == ["b"] && ids("x points:10") == ["b", "a"] && ids("points:=10") == ["a"])
        #expect(try ids("x points:<300") == ["a"] && ids("-points:<=300") == ["c"])
    }

    @Test("A search compares measures of one kind: points aren't acres, nor magnitudes")
    func measureKinds() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(
            .init(
                busyTimeout: 120,
                measureKinds: MeasureKinds(
                    ofScope: { ["news": .all(.points), "quakes": .all(.magnitude), "planet": .each][$0] ?? .all(nil) },
                    ofItem: { scope, payload in
                        scope == "planet" ? MeasureKind(rawValue: String(decoding: payload, as: UTF8.self)) : nil
                    })))
        func add(_ id: String, _ feed: String, _ measure: Double, _ kind: MeasureKind?, payload: String = "") throws {
            let fields = SearchFields(title: id, measure: measure, measureKind: kind)
            try store.commit(merge(item(id, payload: payload, search: fields), into: FeedKey(feed)))
        }
        try add("story", "news/top", 500, .points)
        try add("quake", "quakes/day", 6.5, .magnitude)
        try add("fire", "planet/wildfires", 500, .acres, payload: "acres")
        try add("storm", "planet/severeStorms", 500, nil, payload: "knots")
        try add("star", "github/octocat/hello", 500, nil)
        func found(_ text: String) throws -> Set<String> {
            let query = try SearchQuery(parsing: text)
            let ids = try store.search(query, order: .date, limit: 9, now: day(1)).hits.map(\.item.id)
            #expect(try store.testRule(Rule(parsing: "mute " + text), limit: 9, now: day(1)).matched == ids.count)
            return Set(ids)
        }
        #expect(try found("points:>300") == ["story"] && found("acres:>300") == ["fire"])
        #expect(try found("magnitude:>6") == ["quake"] && found("mag:>7").isEmpty && found("points:<300").isEmpty)
        #expect(try found("-points:>300") == ["quake", "fire", "storm", "star"])
    }

    @Test("A search finds a story in a list and in its discussion once")
    func discussions() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(
            .init(busyTimeout: 120, isDiscussion: { $0.rawValue.hasPrefix("news/item/") }))
        let discussion = FeedKey("news/item/1")
        func fields(_ title: String) -> SearchFields { SearchFields(title: title) }
        try store.commit(
            FeedUpdate(
                feed: discussion, scope: "news comments",
                items: [item("1", search: fields("tides")), item("2", search: fields("tides too"))], mode: .merge,
                fetchedAt: day(1)))
        func found(_ text: String) throws -> [String] {
            let results = try store.search(SearchQuery(parsing: text), order: .date, limit: 9, now: day(2))
            #expect(results.total == results.hits.count)
            return results.hits.map { "\($0.item.feed.rawValue) \($0.item.id)" }.sorted()
        }
        // A story that only its discussion has.
        #expect(try found("tides") == ["news/item/1 1", "news/item/1 2"])
        try store.commit(merge(item("1", search: fields("tides")), into: top))
        try store.commit(merge(item("1", search: fields("tides")), into: blog))
        #expect(try found("tides") == ["news/item/1 2", "news/top 1", "web/blog 1"])
        #expect(try found("is:unread in:news") == ["news/item/1 2", "news/top 1"])
        #expect(try found("tides in:news/item/1") == ["news/item/1 1", "news/item/1 2"])
        #expect(try found("tides -in:news/top -in:web") == ["news/item/1 1", "news/item/1 2"])
    }

    @Test("A search finds places near a point")
    func places() throws {
        try add("vienna", SearchFields(title: "x", latitude: 48.208, longitude: 16.373))
        try add("bratislava", SearchFields(title: "x", latitude: 48.144, longitude: 17.109))
        try add("nowhere", SearchFields(title: "x"))
        try add("fiji", SearchFields(title: "x", latitude: -17, longitude: 179.9))
        #expect(try ids("within:50km of:48.2,16.37") == ["vienna"])
        #expect(try ids("x within:60km of:48.2,16.37") == ["bratislava", "vienna"])
        #expect(try ids("within:40mi of:48.2,16.37") == ["bratislava", "vienna"])
        #expect(try ids("within:50km of:-17,-179.9") == ["fiji"])
        #expect(try ids("-within:60km of:48.2,16.37") == ["fiji", "nowhere"])
    }

    @Test("A search finds items in their current state: changed, hidden, saved, or gone")
    func changes() throws {
        let old = SearchFields(title: "old", text: String(repeating: "some text ", count: 30))
        try add("a", on: day(1), old)
        #expect(try ids("old some") == ["a"])
        try add("a", on: day(1), SearchFields(title: "new", text: "other"))
        #expect(try ids("old").isEmpty && ids("some").isEmpty && ids("new other") == ["a"])
        try store.commit(replace(in: top))
        #expect(try ids("new") == ["a"])
        try store.prune(now: day(100))
        #expect(try ids("new").isEmpty)
        try add("b", on: day(1), old)
        #expect(try ids("old") == ["b"])
    }

    @Test("A search finds what another process stored since")
    func otherProcess() throws {
        #expect(try ids("x").isEmpty)
        try folder.store().commit(merge(item("a", search: SearchFields(title: "x"))))
        #expect(try ids("x") == ["a"])
    }

    @Test("A search of a read-only store finds the indexed items", .onSQLite)
    func readOnly() throws {
        try add("a", SearchFields(title: "x"))
        #expect(try ids("x") == ["a"])
        try add("b", SearchFields(title: "x"))
        try store.close()
        try permit(0o444, folder.file)
        try permit(0o555, folder.url)
        defer { try? permit(0o755, folder.url) }
        let found = try unprivileged {
            try folder.store().search(SearchQuery(parsing: "x"), order: .date, limit: 9, now: day(1))
        }
        #expect(found.hits.map(\.item.id) == ["a"])
    }

    @Test(
        "A search rebuilds a damaged index", .onSQLite,
        arguments: [
            ("DELETE FROM search_docsize", 0), ("UPDATE search_data SET block = x'ffffffffffffffff' WHERE id > 10", 0),
            // Not even to be dropped: the store is rescued without it.
            ("DELETE FROM search_data WHERE id = 10", 1),
        ])
    func damagedIndex(damage: String, notices: Int) throws {
        for number in 0..<50 { try add("\(number)", SearchFields(title: "word number\(number)")) }
        #expect(try ids("word").count == 50)
        try store.close()
        try folder.execute(damage)
        let again = try folder.store()
        let found = try again.search(SearchQuery(parsing: "word number7"), order: .rank, limit: 9, now: day(1))
        #expect(found.hits.map(\.item.id) == ["7"])
        #expect(again.notices.count == notices)
        #expect(try again.search(SearchQuery(parsing: "word"), order: .date, limit: 9, now: day(1)).total == 50)
    }

    @Test("The index of a search can be prepared in steps")
    func steps() throws {
        for number in 0..<5 { try add("\(number)", SearchFields(title: "x")) }
        #expect(try store.updateSearchIndex(limit: 2))
        #expect(try store.updateSearchIndex(limit: 2))
        #expect(try !store.updateSearchIndex(limit: 2))
        #expect(try !store.updateSearchIndex(limit: 2))
        #expect(try ids("x").count == 5)
    }

    @Test(
        "A search accepts any characters in a query",
        arguments: [
            "\"\"\"", "a\"b", "a OR b", "NEAR(a b)", "title:x", "x^", "(", "a+b", "{x}", "a\0b",
            "'; DROP TABLE item; --", "日本語 x",
        ])
    func anything(text: String) throws {
        try add("a", SearchFields(title: "x"))
        // A mistake is a mistake, but never SQLite's.
        do {
            _ = try ids(text)
        } catch let error as SearchSyntaxError {
            #expect(!error.expected.isEmpty)
        }
    }
}

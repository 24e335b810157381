import Search
import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import ImportExport
import Testing
import WebFeeds

@Suite("Export and import") struct ExportTests {
    private let one = try! Reader()
    private let other = try! Reader()

    private func follow(_ path: String, _ settings: FollowSettings = FollowSettings()) throws {
        try one.environment.follow(try #require(FeedCatalog.all.feed(FeedKey(path))), settings)
    }

    @Test("An export and its import move follows with settings, marks and saved items to another store")
    func roundTrip() throws {
        try follow(
            "github/Octocat/Hello",
            FollowSettings(
                name: "Hello", folder: "Work/Code", interval: .never, retention: ItemRetention(items: 5_000, days: 365))
        )
        try follow("web/https%3A%2F%2Fexample.org%2Ffeed", FollowSettings(interval: .seconds(5400), retention: .all))
        let list = FeedKey("news/top")
        try one.commit([story(1), story(2), story(3)], to: list)
        try one.mark(list, "1", .read)
        try one.mark(list, "2", .saved)
        let report = try other.environment.importing(one.environment.export())
        #expect(report.added == 4 && report.known == 0 && report.refused == 0)
        #expect(
            try other.store.followed().map(\.path) == ["github/Octocat/Hello", "web/https%3A%2F%2Fexample.org%2Ffeed"])
        #expect(try other.environment.followed().map(\.settings) == one.environment.followed().map(\.settings))
        let saved = try other.environment.items(ItemSelection(isSaved: true), limit: nil)
        #expect(saved.items.map(\.shown.entry.plainTitle) == ["Story 2"] && saved.items.first?.feed.key == list)
        try other.commit([story(1), story(2), story(3)], to: list)
        #expect(
            try other.store.snapshot(of: list, order: .newest, limit: nil).items.filter(\.isUnread).map(\.id).sorted()
                == ["2", "3"])
    }

    @Test("An import keeps any number of unread items unread")
    func unread() throws {
        let list = FeedKey("news/top")
        let stories = (1...40).map { story($0) }
        try follow("news/top")
        try one.commit(stories, to: list)
        try one.store.mark(each: ItemSelection(), as: .unread, at: one.environment.now())
        try one.mark(list, "7", .read)
        _ = try other.environment.importing(one.environment.export())
        try other.commit(stories, to: list)
        let items = try other.store.snapshot(of: list, order: .newest, limit: nil).items
        #expect(items.count == 40 && items.filter { !$0.isUnread }.map(\.id) == ["7"])
    }

    @Test("An import moves settings, keeps chosen ones, and reports those that can't be read")
    func settings() throws {
        try one.store.change(settings: ["theme": "sepia", "density": "compact"])
        try other.store.change(settings: ["theme": "dark"])
        let report = try other.environment.importing(one.environment.export())
        #expect(report.added == 1 && report.known == 1 && report.refused == 0)
        #expect(try other.store.settings() == ["theme": "dark", "density": "compact"])
        let long = String(repeating: "a", count: 1001)
        let document = #"{"version": 1, "settings": {"order": "oldest", "theme": 5, "start": "\#(long)"}}"#
        let refused = try other.environment.importing(Data(document.utf8)).refusals.map(\.entry).sorted()
        #expect(refused == ["settings.start", "settings.theme"])
        #expect(try other.store.settings() == ["theme": "dark", "density": "compact", "order": "oldest"])
    }

    @Test("An import keeps the order of saved items")
    func savedOrder() throws {
        let list = FeedKey("news/top")
        try one.commit([story(1), story(2), story(3)], to: list)
        for id in ["2", "3", "1"] { try one.mark(list, id, .saved) }
        _ = try other.environment.importing(one.environment.export())
        func saved(_ reader: Reader) throws -> [String] {
            try reader.environment.items(ItemSelection(isSaved: true), limit: nil).items.map(\.shown.entry.id)
        }
        #expect(try saved(other) == saved(one))
    }

    @Test("An import moves labels, also of items that no feed lists, and keeps existing ones")
    func labels() throws {
        let list = FeedKey("news/top")
        try one.commit([story(1), story(2)], to: list)
        try one.environment.changeLabels(of: [ItemKey(scope: "news", id: "1")], adding: ["To read", "Tea"])
        try other.commit([story(2)], to: list)
        try other.environment.changeLabels(of: [ItemKey(scope: "news", id: "2")], adding: ["Mine"])
        let document = try one.environment.export()
        let report = try other.environment.importing(document)
        #expect(report.added == 1 && report.refused == 0)
        let items = try other.environment.items(ItemSelection(.all, label: "to read"), limit: nil).items
        #expect(items.map(\.shown.entry.plainTitle) == ["Story 1"] && items.first?.feed.key == list)
        #expect(items.map(\.shown.labels) == [["Tea", "To read"]])
        #expect(try other.environment.labels().map(\.name) == ["Mine", "Tea", "To read"])
        #expect(try other.environment.importing(document).added == 0)
        let bad =
            #"{"version": 1, "labelled": [{"scope": "news", "id": "1", "feed": "news/top", "labels": [""], "title": "T", "payload": "{}"}]}"#
        #expect(try other.environment.importing(Data(bad.utf8)).refusals.map(\.entry) == ["T"])
    }

    @Test("A second import changes nothing, and keeps existing entries as they are")
    func twice() throws {
        try follow("news/top", FollowSettings(folder: "News"))
        let document = try one.environment.export()
        _ = try other.environment.importing(document)
        try other.environment.follow(
            try #require(FeedCatalog.all.feed(FeedKey("news/top"))), FollowSettings(folder: "Mine"))
        let report = try other.environment.importing(document)
        #expect(report.added == 0 && report.known == 1)
        #expect(try other.environment.followed().map(\.settings.folder) == ["Mine"])
    }

    @Test("An import moves rules in their order, applies them, and names one that can't be read")
    func rules() throws {
        let list = FeedKey("news/top")
        for environment in [one.environment, other.environment] {
            try environment.add([environment.rule("mark in:news")])
        }
        try one.environment.add([one.environment.rule("mute story")])
        try other.commit([story(1)], to: list)
        let report = try other.environment.importing(one.environment.export())
        #expect(report.added == 1 && report.known == 1)
        #expect(try other.environment.rules().map(\.rule.text) == ["mark in:news", "mute story"])
        #expect(try other.store.snapshot(of: list, order: .newest, limit: nil).mutedCount == 1)
        let wrong = try other.environment.importing(Data(#"{"version": 1, "rules": ["hide x", "save y"]}"#.utf8))
        #expect(wrong.added == 1 && wrong.refusals.map(\.entry) == ["hide x"])
        #expect(wrong.refusals.allSatisfy { !$0.reason.hasSuffix(".") })
    }

    @Test(
        "A feed in and outside of folders of OPML goes into that folder, and others into their first category")
    func foldersOfOPML() throws {
        let list = """
            <opml version="2.0"><body>
            <outline text="A" xmlUrl="https://a.example/feed"/>
            <outline text="Sea"><outline text="A" xmlUrl="https://a.example/feed"/></outline>
            <outline text="Land"><outline text="A" xmlUrl="https://a.example/feed"/></outline>
            <outline text="B" xmlUrl="https://b.example/feed" category="/Sea/Tides,Moon"/>
            </body></opml>
            """
        let report = try one.environment.importing(Data(list.utf8))
        #expect(report.added == 2 && report.refused == 0)
        #expect(try one.store.followed().map(\.settings.folder) == ["Sea", "Sea/Tides"])
    }

    @Test("An import by a member refuses feeds whose addresses are on a private network")
    func privateNetwork() throws {
        let list = """
            <opml version="2.0"><body><outline text="A" xmlUrl="http://192.168.1.4:8080/feed"/>
            <outline text="B" xmlUrl="http://localhost/feed"/><outline text="C" xmlUrl="http://[fd00::1]/feed"/>
            <outline text="D" xmlUrl="https://192.0.9.1/feed"/><outline text="E" xmlUrl="https://b.example/feed"/></body></opml>
            """
        #expect(try one.environment.importing(Data(list.utf8)).added == 5, "administrators may")
        let anna = try #require(try one.store.addAccount(named: "anna", at: Date()))
        var environment = one.environment.of(anna.id)
        let isListed = environment.privateHosts.insert("localhost")
        #expect(isListed)
        let report = try environment.importing(Data(list.utf8))
        #expect(report.added == 3 && report.refusals.count == 2)
        #expect(report.refusals.allSatisfy { $0.reason.contains("only administrators may follow") })
    }

    @Test("An import counts and names the feeds of a malformed OPML document whose addresses can't be read")
    func malformedOPML() throws {
        let list = """
            <opml version="2.0"><body>
            <outline text="A" type="rss" xmlUrl"https://a.example/feed">
            <outline text="B" xmlUrl="https://b.example/feed"/>
            </body></opml>
            """
        let report = try one.environment.importing(Data(list.utf8))
        #expect(report.added == 1 && report.refused == 1)
        #expect(report.refusals.map(\.entry) == ["A"])
        #expect(report.refusals.map(\.reason) == ["its address is missing or can't be read"])
        #expect(try one.store.followed().map(\.settings.folder) == [nil])
    }

    @Test("OPML moves folders and titles, and an export names the feeds that have no address")
    func opml() throws {
        try follow("github/octocat/hello", FollowSettings(folder: "Work/Code"))
        try follow("web/https%3A%2F%2Fexample.org%2Ffeed", FollowSettings(name: "Example & Co"))
        try follow("planet/wildfires")
        let export = try one.environment.exportOPML()
        #expect(export.omitted.map(\.feed.key.rawValue) == ["planet/wildfires"])
        let report = try other.environment.importing(Data(export.document.utf8))
        #expect(report.added == 2 && report.refused == 0)
        let followed = Dictionary(
            uniqueKeysWithValues: try other.environment.followed().map { ($0.feed.key.rawValue, $0) })
        #expect(followed["github/octocat/hello"]?.settings.folder == "Work/Code")
        // The name stays when a refresh stores the feed's own title.
        #expect(followed["web/https%3A%2F%2Fexample.org%2Ffeed"]?.settings.name == "Example & Co")
        #expect(followed["github/octocat/hello"]?.settings.name == nil)
    }

    private static let quay = "web/https%3A%2F%2Fquay.example%2Ffeed"
    private static let moon = "web/https%3A%2F%2Fmoon.example%2Ffeed"

    /// An outline as most programs write it, with one name as its text and its title.
    private func outline(_ name: String, _ host: String) -> String {
        "<outline type='rss' text='\(name)' title='\(name)' xmlUrl='https://\(host).example/feed'/>"
    }

    private func importing(_ outlines: String) throws {
        let document = "<opml version='2.0'><body>\(outlines)</body></opml>"
        #expect(try other.environment.importing(Data(document.utf8)).refused == 0)
    }

    private var otherNames: [String?] { get throws { try other.environment.followed().map(\.settings.name) } }
    private var otherTitles: [String] { get throws { try other.environment.followed().map(\.title) } }

    @Test("An import takes a name from another program's OPML, unless the feed has the same title")
    func namesOfOthers() throws {
        try importing("<outline text='Sea'>\(outline("Quay", "quay"))</outline>\(outline("My moon", "moon"))")
        #expect(try otherNames == ["Quay", "My moon"])
        #expect(try other.environment.followed().map(\.settings.folder) == ["Sea", nil])
        let error = StoredError(kind: "timedOut", message: "30 s", at: Date())
        try other.store.commit([.failed(FeedKey(Self.quay), error)], ledger: [], quotas: [])
        #expect(try otherNames == ["Quay", "My moon"])
        try other.fetch(Self.quay, titled: "Quay")
        try other.fetch(Self.moon, titled: "Moon phases")
        #expect(try otherNames == [nil, "My moon"])
        try other.fetch(Self.quay, titled: "The new quay")
        try other.fetch(Self.moon, titled: "My moon")
        #expect(try otherTitles == ["The new quay", "My moon"])
        // Only the first complete refresh decides.
        #expect(try otherNames == [nil, "My moon"])
    }

    @Test("An import takes no name from OPML that is the feed's title or address")
    func knownNames() throws {
        try other.fetch(Self.quay, titled: "Quay")
        try importing(outline("Quay", "quay") + outline("moon.example", "moon"))
        try importing(outline("https://sun.example/feed", "sun"))
        #expect(try otherNames == [nil, nil, nil])
    }

    @Test("OPML moves the user's own names, in folders, before and after the feeds are fetched")
    func ownNames() throws {
        try follow(Self.quay, FollowSettings(name: "My quay", folder: "Sea/Deep"))
        try follow(Self.moon, FollowSettings(name: "<Moon> & \"co\""))
        let before = try one.environment.exportOPML().document
        try one.fetch(Self.quay, titled: "Quay")
        try one.fetch(Self.moon, titled: "Moon phases")
        let after = try one.environment.exportOPML().document
        for document in [before, after] {
            let reader = try Reader()
            #expect(try reader.environment.importing(Data(document.utf8)).added == 2)
            try reader.fetch(Self.quay, titled: "Quay")
            try reader.fetch(Self.moon, titled: "Moon phases")
            let settings = try reader.environment.followed().map { ($0.feed.key.rawValue, $0.settings) }
            let ours = try one.environment.followed().map { ($0.feed.key.rawValue, $0.settings) }
            #expect(Dictionary(uniqueKeysWithValues: settings) == Dictionary(uniqueKeysWithValues: ours))
            #expect(
                try OPML(parsing: Data(reader.environment.exportOPML().document.utf8))
                    == OPML(parsing: Data(after.utf8)))
        }
    }

    @Test("An import of OPML moves a feed to its current address, and recognizes it there")
    func movedFeed() throws {
        let (old, new) = ("web/https%3A%2F%2Fexample.org%2Ffeed", "web/https%3A%2F%2Fexample.org%2Fnew")
        try follow(old)
        let moved = FeedUpdate(
            feed: FeedKey(old), scope: old, items: [], mode: .merge, fetchedAt: Date(),
            extra: Data(#"{"current":"https://example.org/new"}"#.utf8))
        try one.store.commit([moved], ledger: [], quotas: [])
        let document = try Data(one.environment.exportOPML().document.utf8)
        #expect(try other.environment.importing(document).added == 1)
        #expect(try other.store.followed().map(\.path) == [new])
        let report = try one.environment.importing(document)
        #expect(try report.known == 1 && report.added == 0 && one.store.followed().map(\.path) == [old])
    }

    @Test("An import names each OPML outline that it refuses")
    func refusedOutlines() throws {
        let document = """
            <opml><body><outline text="Tides" xmlUrl="/tides"/><outline xmlUrl="javascript:x"/>
            <outline text="Moon" xmlUrl="https://moon.example/feed"/></body></opml>
            """
        let report = try other.environment.importing(Data(document.utf8))
        #expect(report.added == 1 && report.refusals.map(\.entry) == ["Tides", "javascript:x"])
    }

    @Test("An import reports that the end of an OPML document is missing")
    func cutOffOutlines() throws {
        let document = #"<opml><body><outline text="Moon" xmlUrl="https://moon.example/feed"/><outline text="Ti"#
        let report = try other.environment.importing(Data(document.utf8))
        #expect(report.added == 1 && report.refusals.map(\.entry) == ["the end of the document"])
    }

    @Test("An import reports problems of an entry in the document's words")
    func malformedEntries() throws {
        let document = #"""
            {"version": 1, "rules": [7], "marks": [{"scope": "a", "id": "1", "readAt": "yesterday"}, {"scope": "a"}],
            "follows": [{"feed": 3}]}
            """#
        let report = try other.environment.importing(Data(document.utf8))
        #expect(
            report.refusals.map { "\($0.entry): \($0.reason)" } == [
                "follows[0]: “feed” has the wrong type", "marks[0]: its date isn't in the form 2026-11-23T08:00:00Z",
                "marks[1]: “id” is missing", "rules[0]: it has the wrong type",
            ])
    }

    @Test("An import reads OPML in UTF-16, with and without a byte order mark")
    func utf16() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-16"?>
            <opml><body><outline text="Café" xmlUrl="https://example.org/feed"/></body></opml>
            """
        let little = try #require(text.data(using: .utf16LittleEndian))
        let big = try #require(text.data(using: .utf16BigEndian))
        for document in [Data([0xff, 0xfe]) + little, Data([0xfe, 0xff]) + big, little, big] {
            let report = try other.environment.importing(document)
            #expect(report.added + report.known == 1 && report.refused == 0)
        }
        #expect(try other.environment.followed().map(\.title) == ["Café"])
    }

    @Test("An import reports that OPML is too large")
    func large() throws {
        let document = Data("<opml>".utf8) + Data(count: 64 << 20)
        let error = #expect(throws: ImportError.self) { try other.environment.importing(document) }
        #expect(error?.description == "This OPML document is larger than 64 MiB. Nothing was changed.")
    }

    @Test("An import refuses entries that are malformed, and takes the others")
    func malformed() throws {
        let document = """
            {"version": 1, "follows": [{"feed": "no/such"}, {"feed": 7}, {"feed": "news/top"}, {"feed": "news/new", "interval": "soon"}, {"feed": "news/best", "keep": "some"}],
             "marks": [{"scope": "news", "id": "1"}], "saved": [{"scope": "news", "id": "1", "feed": "news/top",
             "savedAt": "2026-01-01T00:00:00Z", "title": "Lost", "payload": "{}"}]}
            """
        let report = try other.environment.importing(Data(document.utf8))
        #expect(report.added == 1)
        #expect(report.refusals.map(\.entry) == ["no/such", "follows[1]", "news/new", "news/best", "marks[0]", "Lost"])
        #expect(try other.environment.followed().map(\.feed.key.rawValue) == ["news/top"])
    }

    @Test(
        "An import changes nothing if the document can't be read",
        arguments: [
            "", "hello", "{", "{}", "[1]", #"{"version": 2, "follows": [{"feed": "news/top"}]}"#, "<html></html>",
        ])
    func unreadable(_ document: String) throws {
        #expect(throws: ImportError.self) { try other.environment.importing(Data(document.utf8)) }
        #expect(try other.store.followed().isEmpty)
    }

    @Test("An import reports that a truncated export isn't valid JSON")
    func truncated() throws {
        let export = try one.environment.export().dropLast(3)
        let error = #expect(throws: ImportError.self) { try other.environment.importing(Data(export)) }
        #expect(error?.description.contains("isn't valid JSON") == true)
    }

    private func story(_ number: Int) -> FeedUpdate.Item {
        let json =
            #"{"id":\#(number),"type":"story","title":"Story \#(number)","url":"https://example.org/","date":1790000000}"#
        let feed = FeedCatalog.all.feed(FeedKey("news/top"))
        return feed?.item(payload: Data(json.utf8)) ?? FeedUpdate.Item(id: "\(number)", payload: Data(json.utf8))
    }
}

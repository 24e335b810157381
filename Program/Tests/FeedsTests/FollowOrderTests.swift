import FeedStore
import Foundation
import Testing
import WebFeeds

@testable import Feeds

@Suite("Followed feeds, arranged by their reader") struct FollowOrderTests {
    /// Feeds by their names, in folders: `a`, `News/b`.
    private func folder(_ feeds: [String]) throws -> FeedFolder {
        FeedFolder(
            try feeds.map { text in
                let names = text.split(separator: "/").map(String.init)
                let folder = names.dropLast().joined(separator: "/")
                return FollowedFeed(
                    feed: try Self.feed(names.last ?? ""),
                    settings: FollowSettings(folder: folder.isEmpty ? nil : folder))
            })
    }

    private static func feed(_ name: String) throws -> Feed {
        Feed(try #require(SiteFeed(path: ["web", "https://\(name).example/"])))
    }

    private static func item(_ name: String) throws -> ArrangedItem {
        name.first?.isUppercase == true ? .folder(name) : .feed(try feed(name).key)
    }

    /// The feeds after a move; nil if it changes nothing.
    private func moved(_ name: String, _ place: ArrangedPlace) throws -> [String]? {
        let feeds = ["a", "News/c", "Work/e", "b", "News/Tech/d", "News/f"]
        var arrangement = FollowOrder(try folder(feeds))
        guard arrangement.move(try Self.item(name), place) else { return nil }
        let names = Dictionary(
            try "abcdef".map { (try Self.feed(String($0)).key, String($0)) }, uniquingKeysWith: { first, _ in first })
        return arrangement.root.placed(in: "").map { feed, folder in
            (folder.isEmpty ? "" : folder + "/") + (names[feed] ?? "?")
        }
    }

    @Test("Followed feeds stand in nested folders: feeds first, then folders by their first feed")
    func tree() throws {
        let root = try folder(["a", "News/c", "Work/e", "b", "News/Tech/d", "News/f"])
        #expect(root.feeds.count == 2 && root.paths == ["News", "News/Tech", "Work"])
        #expect(root.folders.map(\.allFeeds.count) == [3, 1] && root.folders[0].folders[0].name == "Tech")
        #expect(root.folders[0].allFeeds.allSatisfy { $0.isIn(folder: "News") && !$0.isIn(folder: "New") })
    }

    @Test("Followed feeds move up and down within their folder, and stay at its ends")
    func steps() throws {
        #expect(try moved("b", .up) == ["b", "a", "News/c", "News/f", "News/Tech/d", "Work/e"])
        #expect(try moved("c", .down) == ["a", "b", "News/f", "News/c", "News/Tech/d", "Work/e"])
        #expect(try moved("Work", .up) == ["a", "b", "Work/e", "News/c", "News/f", "News/Tech/d"])
        for (item, place) in [("a", ArrangedPlace.up), ("f", .down), ("News/Tech", .up), ("Work", .down), ("x", .up)] {
            #expect(try moved(item, place) == nil)
        }
    }

    @Test("Followed feeds move beside others and into folders, which takes them to another folder")
    func places() throws {
        let f = try Self.item("f")
        #expect(try moved("b", .before(f)) == ["a", "News/c", "News/b", "News/f", "News/Tech/d", "Work/e"])
        #expect(try moved("a", .after(f)) == ["b", "News/c", "News/f", "News/a", "News/Tech/d", "Work/e"])
        #expect(try moved("d", .into("")) == ["a", "b", "d", "News/c", "News/f", "Work/e"])
        #expect(try moved("a", .into("New/One")) == ["b", "News/c", "News/f", "News/Tech/d", "Work/e", "New/One/a"])
        let work = ArrangedItem.folder("Work")
        #expect(try moved("a", .after(work)) == ["b", "News/c", "News/f", "News/Tech/d", "Work/e", "Work/a"])
        #expect(try moved("News/Tech", .before(work)) == ["a", "b", "News/c", "News/f", "Tech/d", "Work/e"])
        #expect(try moved("Work", .into("News")) == ["a", "b", "News/c", "News/f", "News/Tech/d", "News/Work/e"])
    }

    @Test("Followed feeds don't move into themselves or beside something that doesn't exist")
    func impossible() throws {
        let tech = ArrangedItem.folder("News/Tech")
        for place in [ArrangedPlace.before(tech), .into("News/Tech"), .into("News"), .after(.folder("News"))] {
            #expect(try moved("News", place) == nil)
        }
        #expect(try moved("a", .before(try Self.item("x"))) == nil)
    }
}

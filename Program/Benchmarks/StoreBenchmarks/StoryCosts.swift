import FeedStore
import Foundation
import Harness
import Search

/// The costs of stories in a store: commits with 20,000 items in the window, a first import, the first commit after a start, counts
/// and lists, beside a store without stories. The stores are new files or, with `FRESHET_STORE` and `FRESHET_PLAIN_STORE`,
/// two empty PostgreSQL databases.
struct StoryCosts {
    static let name = "stories"

    /// A store, with or without stories.
    private struct Side {
        let store: FeedStore
        let open: () throws -> FeedStore
    }

    private static let feeds = 400
    private let count: Int
    private let now: Date
    private let vocabulary: Vocabulary
    private var random = Random(seed: 13)
    private let with, without: Side

    init(isQuick: Bool, now: Date) throws {
        (count, self.now) = (isQuick ? 1_000 : 20_000, now)
        var random = Random(seed: 3), seen: Set<String> = []
        let syllables = [
            "an", "be", "co", "di", "en", "fa", "ge", "ho", "in", "ka", "lo", "me", "no", "or", "pa", "re",
        ]
        vocabulary = Vocabulary(
            (0..<60_000).map { _ in
                (0..<2 + random.below(3)).map { _ in syllables[random.below(syllables.count)] }.joined()
            }.filter { seen.insert($0).inserted })
        with = try Self.side("FRESHET_STORE", hasStories: true)
        without = try Self.side("FRESHET_PLAIN_STORE", hasStories: false)
        for side in [with, without] {
            for feed in 0..<Self.feeds {
                let key = "web/\(feed)"
                _ = try side.store.follow(FeedKey(key), path: key, FollowSettings(), at: now - 30 * 86_400)
            }
        }
    }

    private static func side(_ variable: String, hasStories: Bool) throws -> Side {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stories-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = FeedStore.Options()
        if hasStories {
            options.stories = { _, payload in
                let parts = String(decoding: payload, as: UTF8.self).split(separator: "|", maxSplits: 2).map(
                    String.init)
                return StoryFields(title: parts[1], text: parts[2], address: parts[0])
            }
        }
        let open = { [options] in
            try ProcessInfo.processInfo.environment[variable].map {
                try FeedStore(postgreSQL: $0, options: options)
            } ?? FeedStore(at: folder.appending(path: "freshet.sqlite"), options: options)
        }
        return Side(store: try open(), open: open)
    }

    /// Words of a title; a story's titles share most of theirs.
    private mutating func words(_ count: Int) -> [String] {
        var words: [String] = []
        for _ in 0..<count { words.append(vocabulary.word(&random)) }
        return words
    }

    private mutating func item(_ number: Int, of story: [String], at date: Date) -> FeedUpdate.Item {
        let title = (story.dropFirst(random.below(3)) + words(2)).joined(separator: " ").capitalized
        let text = words(60).joined(separator: " ")
        return FeedUpdate.Item(
            id: "\(number)", date: date, payload: Data("https://site.example/\(number)|\(title)|\(text)".utf8),
            search: SearchFields(title: title, text: text))
    }

    private func refresh(_ feed: Int, _ items: [FeedUpdate.Item], at date: Date) -> FeedUpdate {
        let key = FeedKey("web/\(feed)")
        return FeedUpdate(feed: key, scope: key.rawValue, items: items, mode: .merge, fetchedAt: date)
    }

    mutating func measure() throws {
        print("\n| stories: \(count) items in the window | ms | × without |\n|-|-:|-:|")
        // A month of titles, so that the rarity of words is known.
        var imported: [[FeedUpdate]] = []
        for feed in 0..<200 {
            var items: [FeedUpdate.Item] = []
            for place in 0..<30 {
                items.append(item(feed * 30 + place, of: words(8), at: now - Double(place) * 86_400))
            }
            imported.append([refresh(feed, items, at: now)])
        }
        try compare("a first import of 200 feeds with 30 items", imported)
        var filling: [[FeedUpdate]] = [], story: [String] = []
        for number in 0..<count {
            if number % 3 == 0 { story = words(8) }
            let date = now + Double(number) * 2 * 86_400 / Double(count)
            let item = item(100_000 + number, of: story, at: date)
            filling.append([refresh(random.below(Self.feeds), [item], at: date)])
        }
        try compare("a commit of one new item, while the window fills", perCommit: true, filling)
        let end = now + 2 * 86_400
        var further: [[FeedUpdate]] = []
        for number in 0..<300 {
            let item = item(900_000 + number, of: words(8), at: end)
            further.append([refresh(random.below(Self.feeds), [item], at: end)])
        }
        try compare("a commit of one new item, with a full window", perCommit: true, further)
        let reopened = (try with.open(), try without.open())
        let first = [refresh(0, [item(999_000, of: words(8), at: end)], at: end)]
        try row("the first commit after a start", { try reopened.0.commit(first, ledger: [], quotas: []) }) {
            try reopened.1.commit(first, ledger: [], quotas: [])
        }
        var grouped = ItemSelection(.followed, isUnread: true)
        grouped.groupsStories = true
        let list = try with.store.items(grouped, limit: 50)
        print("| (\(list.total) rows of \(try without.store.unreadCounts().total) unread items) | | |")
        try row("the first 50 rows of unread", repeated: 20, { _ = try with.store.items(grouped, limit: 50) }) {
            _ = try without.store.items(ItemSelection(.followed, isUnread: true), limit: 50)
        }
        try row("unread counts", repeated: 20, { _ = try with.store.unreadCounts(groupsStories: true) }) {
            _ = try without.store.unreadCounts()
        }
        grouped.isUnread = nil
        try row("the first 50 rows of all", repeated: 20, { _ = try with.store.items(grouped, limit: 50) }) {
            _ = try without.store.items(ItemSelection(.followed), limit: 50)
        }
    }

    /// Commits the same refreshes to both stores, by turns.
    private func compare(
        _ name: String, perCommit: Bool = false, _ commits: [[FeedUpdate]]
    ) throws {
        var times = (0.0, 0.0), most = 0.0
        for commit in commits {
            let one = try Self.time { try with.store.commit(commit, ledger: [], quotas: []) }
            times.0 += one
            most = max(most, one)
            times.1 += try Self.time { try without.store.commit(commit, ledger: [], quotas: []) }
        }
        let divisor = perCommit ? Double(commits.count) : 1
        print(
            "| \(name) (most \(Table.number(most))) | \(Table.number(times.0 / divisor)) "
                + "| \(Table.number(times.0 / times.1)) |")
    }

    private func row(
        _ name: String, repeated count: Int = 1, _ with: () throws -> Void, without: () throws -> Void
    ) throws {
        var times: ([Double], [Double]) = ([], [])
        for _ in 0..<count {
            times.0.append(try Self.time(with))
            times.1.append(try Self.time(without))
        }
        print("| \(name) | \(Table.number(times.0.median)) | \(Table.number(times.0.median / times.1.median)) |")
    }

    /// Milliseconds.
    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start).nanoseconds / 1e6
    }
}

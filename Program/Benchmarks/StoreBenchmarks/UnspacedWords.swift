import FeedStore
import Foundation
import Harness
import Search

/// Searches for words of scripts without spaces, beside words of as many items in Latin script. The store is a new file, or
/// its copy in the PostgreSQL database that `FRESHET_STORE` names. It takes minutes to fill, so it only runs if it is asked for.
struct UnspacedWords {
    static let name = "unspaced"

    private let count: Int
    private let now: Date
    private var random = Random(seed: 11)
    private let latin, japanese: Vocabulary
    private let folder = FileManager.default.temporaryDirectory.appending(path: "unspaced-\(UUID().uuidString)")

    init(isQuick: Bool, now: Date) {
        count = isQuick ? 2_000 : 300_000
        self.now = now
        var random = Random(seed: 5)
        let syllables = [
            "an", "be", "co", "di", "en", "fa", "ge", "ho", "in", "ka", "lo", "me", "no", "or", "pa", "re",
        ]
        latin = Vocabulary(
            Self.unique(20_000, &random) { random in
                (0..<1 + random.below(4)).map { _ in syllables[random.below(syllables.count)] }.joined()
            })
        // Kana and the ideographs of everyday use, which are in words of one to four characters.
        let characters = Vocabulary(
            (0x3042...0x3093).map(Self.character) + (0..<2_000).map { Self.character(0x4E00 + $0 * 7) })
        japanese = Vocabulary(
            Self.unique(20_000, &random) { random in
                (0..<1 + random.below(4)).map { _ in characters.word(&random) }.joined()
            })
    }

    private static func character(_ scalar: Int) -> String { UnicodeScalar(UInt32(scalar)).map { String($0) } ?? "" }

    private static func unique(_ count: Int, _ random: inout Random, _ make: (inout Random) -> String) -> [String] {
        var words: [String] = [], seen: Set<String> = []
        while words.count < count {
            let word = make(&random)
            if seen.insert(word).inserted { words.append(word) }
        }
        return words
    }

    /// Half of the items are in Latin script.
    private mutating func item(_ number: Int) -> FeedUpdate.Item {
        var search = SearchFields()
        if number % 2 == 0 {
            search.title = (0..<8).map { _ in latin.word(&random) }.joined(separator: " ")
            search.text = (0..<100).map { _ in latin.word(&random) }.joined(separator: " ")
        } else {
            search.title = (0..<8).map { _ in japanese.word(&random) }.joined()
            search.text = (0..<12).map { _ in (0..<8).map { _ in japanese.word(&random) }.joined() }.joined(
                separator: "。")
        }
        let payload = #"{"title":"\#(search.title)","html":"<p>\#(search.text)</p>"}"#
        return FeedUpdate.Item(
            id: "\(number)", date: now - Double(count - number) * 60, payload: Data(payload.utf8), search: search)
    }

    mutating func measure() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        let start = ContinuousClock.now
        for first in stride(from: 0, to: count, by: 500) {
            let feed = FeedKey("web/\(first / 500 % 400)")
            let items = (first..<min(count, first + 500)).map { item($0) }
            try file.commit(
                [FeedUpdate(feed: feed, scope: feed.rawValue, items: items, mode: .merge, fetchedAt: now)], ledger: [],
                quotas: [])
        }
        print("filled \(count) items in \(ContinuousClock.now - start)")
        var store = file
        if let address = ProcessInfo.processInfo.environment["FRESHET_STORE"] {
            store = try FeedStore(postgreSQL: address)
            try file.copy(to: store)
        }
        let indexing = ContinuousClock.now
        while try store.updateSearchIndex(limit: 500) {}
        print("indexed in \(ContinuousClock.now - indexing)")
        try search(store)
        try store.close()
        try FileManager.default.removeItem(at: folder)
    }

    private mutating func search(_ store: FeedStore) throws {
        let kinds = [("Latin", latin.words, 0)] + [1, 2, 4].map { ("\($0) characters", japanese.words, $0) }
        var found: [[(word: String, hits: Int)]] = []
        for (_, words, length) in kinds {
            let words = words.filter { length == 0 || $0.unicodeScalars.count == length }
            // More often where words are frequent.
            let places = Set((0..<400).map { words.count * $0 * $0 / 160_000 })
            found.append(try places.map { (words[$0], try time(store, words[$0], .date, limit: 1).hits) })
        }
        print("\n| 50 of the items with a word | hits | by rank: ms median | by date: ms median |\n|-|-:|-:|-:|")
        for hits in [100, 1_000, 9_000, 40_000] where hits < count / 3 {
            for (kind, found) in zip(kinds, found) {
                // The three words with the nearest number of hits.
                let nearest = found.sorted { abs($0.hits - hits) < abs($1.hits - hits) }.prefix(3)
                let times = try SearchOrder.allCases.prefix(2).map { order in
                    try nearest.flatMap { word in
                        try (0..<7).map { _ in try time(store, word.word, order, limit: 50).milliseconds }
                    }.median
                }
                let cells = [nearest.map { Double($0.hits) }.median] + times
                print("| \(kind.0) | \(cells.map(Table.number).joined(separator: " | ")) |")
            }
        }
    }

    private func time(
        _ store: FeedStore, _ text: String, _ order: SearchOrder, limit: Int
    ) throws -> (hits: Int, milliseconds: Double) {
        let query = try SearchQuery(parsing: text)
        let start = ContinuousClock.now
        let hits = try store.search(query, order: order, limit: limit, now: now).total
        return (hits, (ContinuousClock.now - start).nanoseconds / 1e6)
    }
}

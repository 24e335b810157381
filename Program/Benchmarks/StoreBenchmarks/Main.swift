import FeedStore
import Foundation
import Harness
import Search

/// What searching costs: the time of a search, the size of the store, and the time of a refresh, beside a store whose items
/// have no words.
@main
enum Main {
    static func main() throws {
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else { return print(Arguments.help) }
        let count = arguments.isQuick ? 2_000 : 100_000
        let now = Date(timeIntervalSince1970: 1_780_000_000)
        if arguments.filter == SharedStore.name {
            var shared = try SharedStore(isQuick: arguments.isQuick, now: now)
            try shared.fill()
            return try shared.measure()
        }
        if arguments.filter == Writers.name {
            return try Writers(isQuick: arguments.isQuick, now: now).measure()
        }
        if arguments.filter == UnspacedWords.name {
            var words = UnspacedWords(isQuick: arguments.isQuick, now: now)
            return try words.measure()
        }
        if arguments.filter == StoryCosts.name {
            var stories = try StoryCosts(isQuick: arguments.isQuick, now: now)
            return try stories.measure()
        }
        let plain = try Store(hasWords: false)
        let searched = try Store(hasWords: true)
        try plain.fill(count, now: now)
        let start = ContinuousClock.now
        try searched.fill(count, now: now)
        print("filled and indexed \(count) items in \(ContinuousClock.now - start)")
        if arguments.wants("search") { try search(searched.store, count, now) }
        if arguments.wants("synchronizing") { try Synchronizing(store: searched.store, now: now).measure() }
        if arguments.wants("reading") { try reading(searched.store, now) }
        if arguments.wants("refresh") { try refresh(plain, searched, now, arguments.measuring.rounds) }
        if arguments.wants("rules") { try RuleCosts.measure(now: now) }
        if arguments.wants("size") {
            let sizes = try [plain.close(), searched.close()].map { Double($0) / 1_000_000 }
            print("\n| store of \(count) items | MB | × without words |\n|-|-:|-:|")
            print("| without words | \(Table.number(sizes[0])) | 1 |")
            print("| searchable | \(Table.number(sizes[1])) | \(Table.number(sizes[1] / sizes[0])) |")
        }
    }

    private static func search(_ store: FeedStore, _ count: Int, _ now: Date) throws {
        print(
            "\n| search, 50 of all hits | hits, median | ms median | ms 95 % | ms most | slowest |\n|-|-:|-:|-:|-:|-|")
        for order in SearchOrder.allCases {
            var corpus = Corpus()
            var times: [(milliseconds: Double, text: String)] = [], totals: [Double] = []
            for round in 0..<600 {
                let text = corpus.query(about: corpus.item(round, at: now))
                let start = ContinuousClock.now
                let results = try store.search(SearchQuery(parsing: text), order: order, limit: 50, now: now)
                times.append(((ContinuousClock.now - start).nanoseconds / 1e6, "\(text) (\(results.total))"))
                totals.append(Double(results.total))
            }
            times.sort { $0.milliseconds < $1.milliseconds }
            let cells = [
                totals.median, times[times.count / 2].milliseconds, times[times.count * 95 / 100].milliseconds,
                times[times.count - 1].milliseconds,
            ].map(Table.number)
            print("| by \(order) | \(cells.joined(separator: " | ")) | \(times[times.count - 1].text) |")
        }
    }

    private static func reading(_ store: FeedStore, _ now: Date) throws {
        print("\n| reading | ms median |\n|-|-:|")
        func measure(_ name: String, rounds: Int = 20, _ body: () throws -> Void) throws {
            var times: [Double] = []
            for _ in 0..<rounds {
                let start = ContinuousClock.now
                try body()
                times.append((ContinuousClock.now - start).nanoseconds / 1e6)
            }
            print("| \(name) | \(Table.number(times.median)) |")
        }
        let feed = FeedKey("web/0")
        for order in ItemOrder.allCases {
            try measure("a feed, 50 items, \(order)") { _ = try store.snapshot(of: feed, order: order, limit: 50) }
        }
        try measure("unread counts") { _ = try store.unreadCounts() }
        try measure("all feeds") { _ = try store.feeds() }
        try measure("unread items of all followed feeds, 50") {
            _ = try store.items(ItemSelection(.followed, isUnread: true), limit: 50)
        }
        try measure("mark one", rounds: 2_000) {
            let key = [ItemKey(scope: "web/0", id: "1")]
            try store.mark(key, as: .unread, at: now)
            try store.mark(key, as: .read, at: now)
        }
        try measure("the number of the last change") { _ = try store.changeNumber() }
        let unread = try store.items(ItemSelection(isUnread: true), limit: 0).total
        var marking = Marking()
        try measure("mark all of \(unread), so that it can be undone", rounds: 1) {
            marking = try store.mark(each: ItemSelection(), as: .read, storing: [], at: now)
        }
        try measure("undo that", rounds: 1) { _ = try store.undo(marking.number.map { [$0] } ?? [], at: now) }
        // Once: afterwards nothing is unread.
        try measure("mark all of \(unread)", rounds: 1) { try store.mark(all: ItemSelection(), as: .read, at: now) }
    }

    private static func refresh(_ plain: Store, _ searched: Store, _ now: Date, _ rounds: Int) throws {
        print("\n| refresh of 50 items | ms without words | ms searchable | × | ms to index |\n|-|-:|-:|-:|-:|")
        for (name, isNew) in [("all new", true), ("none new", false)] {
            var corpus = Corpus()
            var without: [Double] = [], with: [Double] = [], index: [Double] = []
            for round in 0..<(rounds * 20) {
                let number = 1_000_000 + (isNew ? round * 50 : 0)
                let items = (number..<number + 50).map { corpus.item($0, at: now) }
                if !isNew { corpus = Corpus() }
                let feed = round % Store.feeds
                let start = ContinuousClock.now
                try plain.commit(items, to: isNew ? feed : 0, at: now)
                let middle = ContinuousClock.now
                try searched.commit(items, to: isNew ? feed : 0, at: now)
                let end = ContinuousClock.now
                while try searched.store.updateSearchIndex(limit: 1_000) {}
                index.append((ContinuousClock.now - end).nanoseconds / 1e6)
                without.append((middle - start).nanoseconds / 1e6)
                with.append((end - middle).nanoseconds / 1e6)
            }
            let cells = [without.median, with.median, zip(with, without).map { $0 / $1 }.median, index.median].map(
                Table.number)
            print("| \(name) | \(cells.joined(separator: " | ")) |")
        }
    }
}

import FeedStore
import Foundation
import Harness

/// What the usual requests of a reader app cost the store.
struct Synchronizing {
    let store: FeedStore
    let now: Date

    func measure(rounds: Int = 100) throws {
        let all = ItemSelection(.followed, order: .arrival)
        let unread = ItemSelection(.followed, isUnread: true, order: .arrival)
        let newest = try store.numbers(of: all, limit: 10_000)
        try store.mark(numbered: Array(newest.prefix(500)), as: [.saved], at: now)
        print("\n| synchronizing | ms median | ms 95 % |\n|-|-:|-:|")
        func measure(_ name: String, _ body: () throws -> Void) throws {
            var times: [Double] = []
            for _ in 0..<rounds {
                let start = ContinuousClock.now
                try body()
                times.append((ContinuousClock.now - start).nanoseconds / 1e6)
            }
            times.sort()
            let cells = [times[times.count / 2], times[times.count * 95 / 100]].map(Table.number)
            print("| \(name) | \(cells.joined(separator: " | ")) |")
        }
        try measure("feeds") { _ = try store.subscriptions() }
        try measure("folders") { _ = try store.folders() }
        try measure("counts") { _ = try store.unreadCounts() }
        try measure("10,000 ids of \(try store.count(of: unread)) unread items") {
            _ = try store.numbers(of: unread, limit: 10_000)
        }
        try measure("10,000 ids of \(try store.count(of: all)) items") { _ = try store.numbers(of: all, limit: 10_000) }
        try measure("ids of 500 saved items") {
            _ = try store.numbers(of: ItemSelection(.all, isSaved: true, order: .arrival), limit: 10_000)
        }
        var since = all
        since.firstSeenSince = now - 3_600
        try measure("ids of what has arrived since") { _ = try store.numbers(of: since, limit: 1_000) }
        try measure("150 items") { _ = try store.items(numbered: Array(newest.prefix(150))) }
    }
}

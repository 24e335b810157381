import FeedStore
import Foundation
import Harness
import Search

/// What one rule costs on one item in memory: the time of 21 rules without that of one, which has the item's words prepared.
enum RuleCosts {
    private static let rules: [(name: String, make: @Sendable (String) -> String)] = [
        ("a word", { "mute \($0)" }), ("a phrase", { "mute \"\($0) \($0)\"" }), ("an author", { "mute author:\($0)" }),
        ("two words and a feed", { "mute \($0) x\($0) in:web" }),
        ("points and a kind", { "mute points:>2000 kind:x\($0)" }),
        ("a place", { "mute within:1km of:\($0.utf8.count),\($0.utf8.count)" }),
        ("a regular expression", { "mute /\($0)[0-9]{2,}x/" }),
    ]

    static func measure(now: Date) throws {
        let store = try Store(hasWords: true)
        var corpus = Corpus()
        let items = (0..<1_000).map { corpus.item($0, at: now) }
        print("\n| rule | µs an item and rule | µs an item with one rule |\n|-|-:|-:|")
        for (name, make) in rules {
            func seconds(_ count: Int) throws -> Double {
                // Words that no item has, so that each rule is looked at.
                let rules = try (0..<count).map { try Rule(parsing: make("q\($0)zzyx")) }
                try store.replaceRules(rules, at: now)
                guard let filter = try store.store.muteFilter(for: FeedKey("web/1")) else { return 0 }
                var times: [Double] = []
                for _ in 0..<9 {
                    let start = ContinuousClock.now
                    var hidden = 0
                    for item in items where filter.hides(item.search, date: item.date, at: now) { hidden += 1 }
                    times.append((ContinuousClock.now - start).nanoseconds / 1e9)
                    if hidden > 0 { return 0 }
                }
                return times.median
            }
            let one = try seconds(1), many = try seconds(21)
            let cells = [(many - one) / 20, one].map { Table.number($0 / Double(items.count) * 1e6) }
            print("| \(name) | \(cells.joined(separator: " | ")) |")
        }
        try reapplying(now: now)
    }

    /// How long it takes to apply rules to everything stored.
    private static func reapplying(now: Date) throws {
        let store = try Store(hasWords: true)
        try store.fill(10_000, now: now)
        print("\n| rules applied to 10,000 stored items | s |\n|-|-:|")
        let rules = [("on points", "mute points:>900"), ("on words", "mute zzyxq"), ("that hides all", "keep zzyxq")]
        for (name, rule) in rules {
            try store.replaceRules([], at: now)
            let start = ContinuousClock.now
            try store.store.addRules([Rule(parsing: rule)], at: now)
            print("| \(name) | \(Table.number((ContinuousClock.now - start).nanoseconds / 1e9)) |")
        }
    }
}

extension Store {
    fileprivate func replaceRules(_ rules: [Rule], at now: Date) throws {
        for rule in try store.rules() { try store.removeRule(rule.id, at: now) }
        try store.addRules(rules, at: now)
    }
}

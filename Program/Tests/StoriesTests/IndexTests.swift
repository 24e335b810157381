@testable import Stories
import Testing

@Suite("The index of stories")
struct IndexTests {
    @Test("decides once")
    func once() {
        var index = StoryIndex(rarity: .english)
        let first = StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0)
        let row = index.add(first, at: 0).row
        #expect(index.add(first, at: 10) == StoryDecision(row: row))
        #expect(index.count == 1 && index.items(of: row) == [1])
    }

    @Test("decides the same for the same items in the same order")
    func deterministic() {
        func rows() -> [StoryDecision] {
            var items = Arrivals()
            return (0..<400).map { number in
                let topic = number % 40
                return items.add(
                    "Volcano\(topic) erupts near Town\(topic % 7) as Minister\(topic) \(["warns", "speaks"][number % 2])",
                    feed: Int64(number % 9), at: Double(number) / 10)
            }
        }
        let decisions = rows()
        #expect(decisions == rows())
        #expect(Set(decisions.map(\.row)).count < 100 && decisions.contains { $0.evidence == .words })
    }

    @Test("forgets what is older than three days, and learns its words")
    func window() {
        var items = Arrivals()
        let known = items.index.rarity.count
        for number in 0..<50 { items.add(Volcano.first, feed: Int64(number), at: Double(number)) }
        #expect(items.index.count == 50)
        items.add(Volcano.other, at: 200)
        #expect(items.index.count == 1 && items.index.rarity.count == known + 50)
        #expect(items.index.row(of: 1) == nil)
    }

    @Test("takes a time after the arrival as the arrival, so that a wrong date empties no window")
    func future() {
        var index = StoryIndex(rarity: .english)
        let row = index.add(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0), at: 0).row
        let wrong = StoryItem(id: 2, feed: 2, title: Volcano.other, time: 1_000_000_000)
        #expect(index.add(wrong, at: 60).join == nil)
        #expect(index.add(StoryItem(id: 3, feed: 3, title: Volcano.second, time: 120), at: 120).row == row)
    }

    @Test("joins late what a feed brings late, and keeps nothing from before the window")
    func late() {
        var index = StoryIndex(rarity: .english)
        let day: Int64 = 86_400
        let row = index.add(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 10 * day), at: 10 * day).row
        let late = StoryItem(id: 2, feed: 2, title: Volcano.second, time: 10 * day - 3600)
        #expect(index.add(late, at: 11 * day).row == row)
        let old = index.add(StoryItem(id: 3, feed: 3, title: Volcano.second, time: 2 * day), at: 11 * day)
        #expect(old.join == nil && old.row == row + 1)
        #expect(index.count == 2 && index.row(of: 3) == nil)
    }

    @Test("removes items, and with the last one the row, whose id doesn't return")
    func remove() {
        var items = Arrivals()
        let row = items.add(Volcano.first, feed: 1).row
        items.add(Volcano.second, feed: 2)
        items.index.remove(1)
        #expect(items.index.items(of: row) == [2])
        #expect(items.add(Volcano.first, feed: 3) == StoryDecision(row: row, join: .init(evidence: .words, with: 2)))
        for item in [2, 3] as [StoryItem.ID] { items.index.remove(item) }
        #expect(items.index.items(of: row).isEmpty && items.index.count == 0)
        #expect(items.add(Volcano.first, feed: 1).row > row)
    }

    @Test("goes on from decisions that are restored")
    func restore() {
        var index = StoryIndex(rarity: .english)
        index.restore(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0), in: 70, at: 0)
        index.restore(StoryItem(id: 2, feed: 2, title: Volcano.other, time: 0), in: 70, at: 0)
        #expect(index.items(of: 70) == [1, 2])
        #expect(index.add(StoryItem(id: 3, feed: 3, title: Volcano.second, time: 60), at: 60).row == 70)
        let next = StoryItem(id: 4, feed: 1, title: "Mayor resigns after bribery trial", time: 60)
        #expect(index.add(next, at: 60).row == 71)
    }

    @Test("splits an item off, which then stays apart")
    func split() {
        var items = Arrivals()
        let row = items.add(Volcano.first, feed: 1, address: "https://a.example/1").row
        items.add(Volcano.second, feed: 2)
        items.add(Volcano.third, feed: 3, address: "https://c.example/3")
        #expect(items.index.split(1) == row + 1)
        #expect(items.index.items(of: row) == [2, 3] && items.index.items(of: row + 1) == [1])
        // Evidence for both rows merges no rows that a person took apart.
        let both = items.add("Volcano", feed: 4, address: "https://a.example/1", subject: "https://c.example/3")
        #expect(both.row == row && both.merged.isEmpty)
        #expect(items.index.row(of: 1) == row + 1)
        #expect(items.index.split(1) == nil)
    }

    @Test("joins rows by request, into the older one, also after a split")
    func join() {
        var items = Arrivals()
        let row = items.add(Volcano.first, feed: 1).row
        let other = items.add(Volcano.other, feed: 2).row
        #expect(items.index.join(other, with: row) == row)
        #expect(items.index.items(of: row) == [1, 2])
        #expect(items.index.split(2) == other + 1)
        #expect(items.index.join(row, with: other + 1) == row)
        #expect(items.index.items(of: row) == [1, 2] && items.index.join(row, with: row) == nil)
    }

    @Test("keeps forbidden pairs out of one row before they arrive")
    func forbid() {
        var items = Arrivals()
        items.index.forbid(1, 2)
        let row = items.add(Volcano.first, feed: 1).row
        #expect(items.add(Volcano.second, feed: 2).row != row)
    }

    @Test("copes with titles, texts and addresses of any size")
    func bounds() {
        var items = Arrivals()
        let long = String(repeating: "volcano erupts ", count: 20_000)
        items.add(long, feed: 1, address: "https://a.example/" + long, links: [long, ""], text: long)
        items.add(long, feed: 2, address: "//", text: long)
        for title in ["", " ", "...", "'", "’s", "#", "(2014)", "Show HN:", "A - ", " - "] {
            #expect(items.add(title, feed: 3, source: "A", address: "").join == nil, "\(title)")
        }
        #expect(items.index.count == 12)
    }

    @Test("joins any number of items by one address, and keeps short lists of them")
    func frequentAddress() {
        var items = Arrivals()
        let rows = (0..<200).map {
            items.add("", feed: Int64($0), at: Double($0) / 10, address: "https://a.example/1").row
        }
        #expect(Set(rows) == [rows[0]])
        items.index.remove(1)
        #expect(items.index.items(of: rows[0]).count == 199)
    }
}

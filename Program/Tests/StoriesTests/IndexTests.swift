@testable import Stories
import Testing

@Suite("The index of stories")
struct IndexTests {
    @Test("The index of stories decides about an item once")
    func once() {
        var index = StoryIndex(rarity: .english)
        let first = StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0)
        let row = index.add(first, at: 0).row
        #expect(index.add(first, at: 10) == StoryDecision(row: row))
        #expect(index.count == 1 && index.items(of: row) == [1])
    }

    @Test("The index of stories decides the same for the same items in the same order")
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

    @Test("The index of stories forgets items older than three days, and learns their words")
    func window() {
        var items = Arrivals()
        let known = items.index.rarity.count
        for number in 0..<50 { items.add(Volcano.first, feed: Int64(number), at: Double(number)) }
        #expect(items.index.count == 50)
        items.add(Volcano.other, at: 200)
        #expect(items.index.count == 1 && items.index.rarity.count == known + 50)
        #expect(items.index.row(of: 1) == nil)
    }

    @Test("The index of stories takes a later time than the arrival as the arrival")
    func future() {
        var index = StoryIndex(rarity: .english)
        let row = index.add(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0), at: 0).row
        let wrong = StoryItem(id: 2, feed: 2, title: Volcano.other, time: 1_000_000_000)
        #expect(index.add(wrong, at: 60).links.isEmpty)
        #expect(index.add(StoryItem(id: 3, feed: 3, title: Volcano.second, time: 120), at: 120).row == row)
    }

    @Test("The index of stories joins late items, and keeps nothing from before the window")
    func late() {
        var index = StoryIndex(rarity: .english)
        let day: Int64 = 86_400
        let row = index.add(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 10 * day), at: 10 * day).row
        let late = StoryItem(id: 2, feed: 2, title: Volcano.second, time: 10 * day - 3600)
        #expect(index.add(late, at: 11 * day).row == row)
        let old = index.add(StoryItem(id: 3, feed: 3, title: Volcano.second, time: 2 * day), at: 11 * day)
        #expect(old.links.isEmpty && old.row == 3)
        #expect(index.count == 2 && index.row(of: 3) == nil)
    }

    @Test("The index of stories removes items, and with the last one the row, whose id isn't reused")
    func remove() {
        var items = Arrivals()
        let row = items.add(Volcano.first, feed: 1).row
        items.add(Volcano.second, feed: 2)
        items.index.remove(1)
        #expect(items.index.items(of: row) == [2])
        let voice = items.add(Volcano.first, feed: 3)
        #expect(voice.row == row && voice.links == [.init(evidence: .words, with: 2)])
        for item in [2, 3] as [StoryItem.ID] { items.index.remove(item) }
        #expect(items.index.items(of: row).isEmpty && items.index.count == 0)
        #expect(items.add(Volcano.first, feed: 1).row > row)
    }

    @Test("The index of stories goes on from restored decisions")
    func restore() {
        var index = StoryIndex(rarity: .english)
        index.restore(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0), in: 70, at: 0)
        index.restore(StoryItem(id: 2, feed: 2, title: Volcano.other, time: 0), in: 70, at: 0)
        #expect(index.items(of: 70) == [1, 2])
        #expect(index.add(StoryItem(id: 3, feed: 3, title: Volcano.second, time: 60), at: 60).row == 70)
        let next = StoryItem(id: 80, feed: 1, title: "Mayor resigns after bribery trial", time: 60)
        #expect(index.add(next, at: 60).row == 80)
    }

    @Test("The index of stories joins nothing with a restored row that began more than three days before")
    func restoredBegin() {
        let day: Int64 = 86_400
        var index = StoryIndex(rarity: .english)
        let late = StoryItem(id: 2, feed: 2, title: Volcano.other, time: 4 * day)
        index.restore(late, in: 1, begun: 0, at: 4 * day)
        #expect(index.row(of: 2) == nil)
        index.restore(late, in: 1, begun: 2 * day, at: 4 * day)
        #expect(index.row(of: 2) == 1)
        #expect(
            index.add(StoryItem(id: 3, feed: 3, title: Volcano.other, time: 4 * day + 60), at: 4 * day + 60).row == 1)
        #expect(index.add(StoryItem(id: 4, feed: 4, title: Volcano.other, time: 6 * day), at: 6 * day).row == 4)
    }

    @Test("The index of stories merges a row into another row")
    func rename() {
        var index = StoryIndex(rarity: .english)
        index.restore(StoryItem(id: 1, feed: 1, title: Volcano.first, time: 0), in: 1, at: 0)
        index.restore(StoryItem(id: 2, feed: 2, title: Volcano.other, time: 0), in: 2, at: 0)
        index.rename(2, to: 1)
        #expect(index.items(of: 1) == [1, 2] && index.items(of: 2).isEmpty)
        index.rename(1, to: 7)
        #expect(index.items(of: 7) == [1, 2] && index.count == 2)
        index.rename(9, to: 1)
        #expect(index.items(of: 1).isEmpty)
    }

    @Test("The index of stories links an item with each item of its row that is evidence by itself")
    func pairs() {
        var items = Arrivals()
        items.add(Volcano.first, feed: 1, address: "https://a.example/1")
        items.add(Volcano.second, feed: 2)
        let both = items.add(Volcano.third, feed: 3, subject: "https://a.example/1")
        #expect(both.row == 1)
        #expect(both.links == [.init(evidence: .subject, with: 1), .init(evidence: .words, with: 2)])
        // The second item can't be seen by everybody: then the others belong together without it.
        let copy = items.add("Glacier retreats", feed: 4, address: "https://a.example/1")
        #expect(copy.links.map(\.with) == [1, 3])
    }

    @Test("An owner's own items join one another, and are linked with shared ones without changing them")
    func own() {
        var items = Arrivals()
        let shared = items.add(Volcano.first, feed: 1)
        let own = items.add(Volcano.second, feed: 2, owner: 7)
        #expect(own.row == 2 && own.links.isEmpty)
        #expect(own.across == [.init(owner: 7, link: .init(evidence: .words, with: 1))])
        #expect(items.index.items(of: shared.row) == [1])
        // Another owner sees the shared item alone.
        #expect(items.add(Volcano.second, feed: 3, owner: 8).across.map(\.link.with) == [1])
        let later = items.add(Volcano.third, feed: 4)
        #expect(later.row == shared.row && later.links.map(\.with) == [1])
        #expect(later.across.map(\.owner) == [7, 8] && later.across.map(\.link.with) == [2, 3])
        let next = items.add("Volcano erupts", feed: 5, address: "https://b.example/1", owner: 7)
        let copy = items.add("Volcano erupts", feed: 6, address: "https://b.example/1", owner: 7)
        #expect(copy.row == next.row && items.index.items(of: next.row) == [5, 6])
        items.index.remove(5)
        #expect(items.index.count == 5 && items.index.row(of: 6) == 5)
    }

    @Test("The index of stories takes titles, texts and addresses of any size")
    func bounds() {
        var items = Arrivals()
        let long = String(repeating: "volcano erupts ", count: 20_000)
        items.add(long, feed: 1, address: "https://a.example/" + long, links: [long, ""], text: long)
        items.add(long, feed: 2, address: "//", text: long)
        for title in ["", " ", "...", "'", "’s", "#", "(2014)", "Show HN:", "A - ", " - "] {
            #expect(items.add(title, feed: 3, source: "A", address: "").links.isEmpty, "\(title)")
        }
        #expect(items.index.count == 12)
    }

    @Test("The index of stories joins any number of items by one address, and keeps short lists of them")
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

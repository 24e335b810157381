import Stories
import Testing

@Suite("Items that never join")
struct ApartTests {
    @Test("Items of one feed never join, except by the same address")
    func oneFeed() {
        var items = Arrivals()
        let first = items.add(Volcano.first, feed: 1, address: "https://a.example/volcano")
        let second = items.add(Volcano.second, feed: 1, address: "https://a.example/2")
        #expect(second.links.isEmpty)
        #expect(items.add("Two hurt at the volcano", feed: 1, address: "https://a.example/volcano/").row == first.row)
        // An item of the feed may join what another feed tells.
        let voice = items.add(Volcano.first, feed: 2)
        #expect(voice.row == first.row && items.add(Volcano.third, feed: 1).links.first?.with == 4)
    }

    @Test("Items of a page of changes never join")
    func page() {
        var items = Arrivals()
        for part in ["1.8", "1.9"] {
            #expect(items.add("Version \(part)", feed: 1, address: "https://a.example/changes#\(part)").links.isEmpty)
        }
        var notes = Arrivals()
        for part in ["Parser", "Maps"] { notes.add(part, feed: 1, address: "https://a.example/changes#\(part)") }
        #expect(notes.add("Glacier", feed: 1, address: "https://a.example/changes#g").links.isEmpty)
    }

    @Test("Items of kinds with similar titles never join, except by address")
    func kinds() {
        var items = Arrivals()
        items.add(Volcano.first, feed: 1, address: "https://a.example/1", joining: .byAddress)
        #expect(items.add(Volcano.first, feed: 2, joining: .byAddress).links.isEmpty)
        #expect(items.add(Volcano.first, feed: 3, address: "https://a.example/1/").evidence == .sameAddress)
    }

    @Test(
        "Parts of series never join",
        arguments: [
            "Weekly links: parsers, maps and glaciers", "v1.8.0", "Release 1.8.0", "Question of the day: which editor?",
            "Episode 45: Talking about Kubernetes", "Reading list #12 about glaciers and maps",
            "5 Things to Know About the Glacier's Ice Record",
        ])
    func series(title: String) {
        var items = Arrivals()
        items.add(title, feed: 1)
        #expect(items.add(title, feed: 2).links.isEmpty)
    }

    @Test("Items with titles in scripts without spaces never join, except by address")
    func scripts() {
        var items = Arrivals()
        items.add("苹果公司发布新款手机 iPhone 17 Pro", feed: 1, address: "https://cn.example/1")
        #expect(items.add("苹果公司发布新款手机 iPhone 17 Pro", feed: 2).links.isEmpty)
        #expect(items.add("苹果发布会", feed: 3, address: "https://cn.example/1/").evidence == .sameAddress)
    }

    @Test("Items more than three days apart never join")
    func days() {
        var items = Arrivals()
        let page = "https://a.example/1"
        let first = items.add(Volcano.first, feed: 1, at: 0, address: page)
        #expect(items.add("Volcano", feed: 2, at: 72, address: page).row == first.row)
        // Still in the index, since rows are removed by the hour.
        #expect(items.add("Volcano", feed: 3, at: 72.5, address: page).links.isEmpty)
    }

    @Test("A chain of items, each near the last one but far from the first, isn't one row")
    func chain() {
        var items = Arrivals()
        let page = "https://a.example/"
        let rows = (0..<5).map { day in
            items.add(
                "Chapter", feed: Int64(day), at: Double(day * 24), address: page + "\(day)",
                subject: page + "\(day + 1)"
            ).row
        }
        #expect(rows == [1, 1, 1, 1, 5])
    }
}

@testable import Stories
import Testing

@Suite("Evidence for joining items")
struct EvidenceTests {
    @Test(
        "The same address is evidence, regardless of its scheme, www., slash, fragment and tracking",
        arguments: [
            "http://paper.example/bridge", "https://www.paper.example/bridge/", "https://paper.example/bridge#top",
            "https://paper.example/bridge?utm_source=feed&fbclid=1", "https://PAPER.example:443/bridge",
        ])
    func sameAddress(address: String) {
        var items = Arrivals(rarity: WordRarity())
        let first = items.add("Bridge closed", feed: 1, address: "https://paper.example/bridge")
        let second = items.add("A storm", feed: 2, address: address)
        #expect(first.links.isEmpty)
        #expect(second.row == first.row && second.links == [.init(evidence: .sameAddress, with: 1)])
    }

    @Test(
        "A host's root, another id, or another page of a script is no evidence",
        arguments: [
            ("https://app.example/", "https://www.app.example"),
            ("https://app.example/?utm_source=a", "https://app.example/"),
            ("https://town.example/news?id=1", "https://town.example/news?id=2"),
            ("https://app.example/p#!/one", "https://app.example/p#!/two"),
            ("mailto:a@b.example", "mailto:a@b.example"),
        ])
    func otherAddress(one: String, other: String) {
        var items = Arrivals(rarity: WordRarity())
        items.add("Minutes", feed: 1, address: one)
        #expect(items.add("Playground", feed: 2, address: other).links.isEmpty)
    }

    @Test("An item's subject is evidence: the other's address, or the other's subject")
    func subject() {
        var items = Arrivals(rarity: WordRarity())
        let page = "https://blog.example/parser"
        let first = items.add("Show HN: A weekend parser", feed: 1, subject: page)
        #expect(items.add("Parsers", feed: 2, subject: page + "/").evidence == .subject)
        let blog = items.add("Writing a parser", feed: 3, address: page)
        #expect(blog.row == first.row && blog.evidence == .subject)
    }

    @Test("One link to the other's page is evidence, with a common word of the titles")
    func link() {
        var items = Arrivals(rarity: WordRarity())
        let page = "https://paper.example/glacier"
        let first = items.add("Glacier lost a third of its ice", feed: 1, address: page)
        let via = items.add("Glacier keeps shrinking", feed: 2, links: [page])
        #expect(via.row == first.row && via.links == [.init(evidence: .links, with: 1)])
        #expect(items.add("What we read", feed: 3, links: [page]).links.isEmpty)
    }

    @Test("Several common rare links are evidence, with a common word of the titles")
    func sharedLinks() {
        var items = Arrivals(rarity: WordRarity())
        let links = ["https://cve.example/1", "https://git.example/libwebp/c/1"]
        items.add("Heap overflow found in libwebp", feed: 1, links: links)
        #expect(items.add("Chrome patches libwebp", feed: 2, links: links).evidence == .links)
    }

    @Test("A link that many items have, or that is one of many, is no evidence")
    func frequentLinks() {
        var items = Arrivals(rarity: WordRarity())
        let page = "https://wiki.example/Tomato"
        for feed in 1...7 {
            items.add("Tomato number \(feed) ripens", feed: Int64(feed), at: Double(feed), links: [page])
        }
        #expect(items.add("Tomato ripens", feed: 8, links: [page]).links.isEmpty)
        let many = (1...21).map { "https://wiki.example/\($0)" }
        items.add("Garden tomato list", feed: 9, links: many)
        #expect(items.add("Garden tomato list again", feed: 10, links: many).links.isEmpty)
    }

    @Test("The same title without the feed's name is evidence from 2,000 known titles on")
    func sameTitle() {
        var items = Arrivals(), new = Arrivals(rarity: WordRarity())
        items.add("Mayor resigns after bribery trial - Daily Planet", feed: 1, source: "The Daily Planet")
        #expect(items.add("Mayor resigns after bribery trial", feed: 2).evidence == .sameTitle)
        new.add("Mayor resigns after bribery trial", feed: 1)
        #expect(new.add("Mayor resigns after bribery trial", feed: 2).links.isEmpty)
    }

    @Test("A copy of the text under another title is evidence")
    func sameText() {
        let text = """
            The regional court sentenced the former treasurer of the harbour authority on Monday to four years
            in prison for accepting payments from two dredging companies. Prosecutors had asked for six years.
            The defence said it would appeal. The judge called the scheme a betrayal of public trust that had
            cost the city at least nine million.
            """
        var items = Arrivals()
        items.add("Four years for ex-treasurer", feed: 1, text: text)
        #expect(
            items.add("Harbour scandal: court hands down sentence", feed: 2, text: text + " (AP)").evidence == .sameText
        )
        #expect(items.add("Verdict", feed: 4, text: "HARBOUR - " + text).evidence == .sameText)
        let other = String(text.split(separator: " ").reversed().joined(separator: " "))
        #expect(items.add("Dredging in the estuary", feed: 3, text: other).links.isEmpty)
    }

    @Test("Rare words of the title are evidence from 2,000 known titles on")
    func words() {
        var items = Arrivals(), new = Arrivals(rarity: WordRarity())
        let first = items.add(Volcano.first, feed: 1)
        #expect(items.add(Volcano.other, feed: 2).links.isEmpty)
        let third = items.add(Volcano.second, feed: 3)
        #expect(third.row == first.row && third.links == [.init(evidence: .words, with: 1)])
        #expect(items.add(Volcano.third, feed: 4).row == first.row)
        new.add(Volcano.first, feed: 1)
        #expect(new.add(Volcano.second, feed: 2).links.isEmpty)
    }

    /// Adds 2,000 items of four words each that no other title has.
    private func fill(_ items: inout Arrivals, owner: StoryItem.Owner? = nil) {
        func word(_ number: Int) -> String {
            String(String(number, radix: 8).map { ["a", "e", "i", "o", "u", "n", "r", "s"][$0.hexDigitValue ?? 0] })
        }
        for number in 0..<2_000 {
            let title = (0..<4).map { "\(["ba", "de", "fi", "go"][$0])\(word(number))" }.joined(separator: " ")
            items.add(title, feed: 1_000 + Int64(number), at: Double(number) / 100, owner: owner)
        }
    }

    @Test("Words are evidence once 2,000 titles have arrived, though none has left the window")
    func firstDay() {
        var items = Arrivals(rarity: WordRarity())
        fill(&items)
        let first = items.add(Volcano.first, feed: 1, at: 21)
        #expect(items.add(Volcano.second, feed: 2, at: 22).row == first.row)
    }

    @Test("Words of an owner's items are evidence after 2,000 of them, which joins no shared ones")
    func firstDayOfAnOwner() {
        var items = Arrivals(rarity: WordRarity())
        fill(&items, owner: 7)
        let first = items.add(Volcano.first, feed: 1, at: 21, owner: 7)
        #expect(items.add(Volcano.second, feed: 2, at: 22, owner: 7).row == first.row)
        let shared = items.add(Volcano.first, feed: 3, at: 23)
        #expect(items.add(Volcano.second, feed: 4, at: 24).row != shared.row)
    }

    @Test("Evidence makes two rows one, with the older id")
    func merge() {
        var items = Arrivals()
        let blog = items.add("Writing a parser", feed: 1, address: "https://blog.example/parser")
        let other = items.add("Weekend project of a friend", feed: 2, subject: "https://copy.example/parser")
        let both = items.add(
            "Parsers", feed: 3, address: "https://copy.example/parser", subject: "https://blog.example/parser")
        #expect(other.row > blog.row)
        #expect(both.row == blog.row && both.merged == [other.row])
        #expect(items.index.items(of: blog.row) == [1, 3, 2])
        #expect(items.index.items(of: other.row).isEmpty && items.index.row(of: 2) == blog.row)
    }

    @Test("Evidence of words makes two rows one only if it is strong for both")
    func mergeByWords() {
        var items = Arrivals()
        let titles = [
            "Volcano Eyjafjallajokull erupts in Iceland near Skogar",
            "Ash cloud grounds Lufthansa flights at Frankfurt airport",
        ]
        let rows = titles.map { title in (1...5).map { items.add(title, feed: $0).row } }
        let (volcano, flights) = (rows[0][0], rows[1][0])
        #expect(rows == [Array(repeating: volcano, count: 5), Array(repeating: flights, count: 5)])
        let weak = items.add("Volcano Eyjafjallajokull erupts near Skogar, ash cloud grows", feed: 6)
        #expect(weak.row == volcano && weak.merged.isEmpty)
        let strong = items.add(
            "Volcano Eyjafjallajokull in Iceland erupts near Skogar, ash cloud grounds Lufthansa flights at Frankfurt",
            feed: 7)
        #expect(strong.row == volcano && strong.merged == [flights])
    }
}

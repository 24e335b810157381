import Platform

/// Items that tell the same story.
package struct StoryRow: Sendable {
    package typealias ID = Int64

    /// How often a word is in the titles of a row.
    struct Weight: Sendable {
        /// The sum of the word's shares of the titles.
        var sum = 0.0
        var items = 0
        var capitalized = 0
    }

    let id: ID
    /// The time of the first item; items of the row are at most three days from it.
    let begin: Int64
    private(set) var last: Int64
    private(set) var items: [Member] = []
    private(set) var words: [UInt64: Weight] = [:]
    /// The square of the length of the sum of the titles' vectors.
    private var square = 0.0

    init(id: ID, of first: Member, begin: Int64? = nil) {
        self.id = id
        self.begin = begin ?? first.time
        last = first.time
        add(first)
    }

    var length: Double { square.squareRoot() }

    mutating func add(_ item: Member) {
        last = max(last, item.time)
        for word in item.words {
            var weight = words[word.key] ?? Weight()
            square += word.share * (2 * weight.sum + word.share)
            weight.sum += word.share
            weight.items += 1
            if word.isCapitalized { weight.capitalized += 1 }
            words[word.key] = weight
        }
        items.append(item)
    }

    /// True if the item's title has a number that no title of the row has, or two names.
    func isNews(_ item: Member) -> Bool {
        let numbers = item.title.words.contains { $0.isNumber && words[$0.key] == nil }
        return numbers || item.words.count { $0.isCapitalized && $0.rarity >= 3 && words[$0.key] == nil } > 1
    }

    /// True if the item may join the row: it is at most three days from its first item.
    func isOpen(for item: Member) -> Bool { abs(item.time - begin) <= StoryIndex.window }

    /// The row without an item; nil if it was the only one.
    func without(_ id: StoryItem.ID) -> StoryRow? {
        let rest = items.filter { $0.id != id }
        guard let first = rest.first else { return nil }
        var row = StoryRow(id: self.id, of: first, begin: begin)
        for item in rest.dropFirst() { row.add(item) }
        return row
    }

    /// The cosine of the angle between an item and the sum of the row's titles.
    func cosine(with item: Member) -> Double {
        guard square > 0 else { return 0 }
        return item.words.reduce(0) { $0 + $1.share * (words[$1.key]?.sum ?? 0) } / length
    }

    /// The first item of another feed and the last 11, among at most 60.
    func neighbours(of item: Member) -> [Member] {
        guard let first = items.prefix(60).firstIndex(where: { $0.feed != item.feed }) else { return [] }
        var result: [Member] = [items[first]]
        var index = items.count - 1
        while index > first, result.count < 12, items.count - index <= 60 {
            if items[index].feed != item.feed { result.append(items[index]) }
            index -= 1
        }
        return result
    }
}

/// An item in a row: what is compared with items that arrive.
final class Member: Sendable {
    struct Word: Sendable {
        let key: UInt64
        /// The inverse document frequency when the item arrived.
        let rarity: Double
        /// The word's part of the title's vector, which has the length 1.
        let share: Double
        let isCapitalized: Bool

        /// True if rows are looked for by the word, because it is in less than one of nine titles.
        var findsRows: Bool { rarity >= 2.2 }
    }

    let id: StoryItem.ID
    let feed: Int64
    let time: Int64
    let title: StoryTitle
    let words: [Word]
    let address: AddressKey?
    let subject: AddressKey?
    /// None if there are so many that the item is about no single one.
    let links: [AddressKey]
    let sketch: TextSketch
    /// True if the item can be joined by its words.
    let joinsByWords: Bool

    init(_ item: StoryItem, time: Int64, rarity: WordRarity) {
        (id, feed, self.time) = (item.id, item.feed, time)
        title = StoryTitle(item.title, source: item.source)
        let rarities = title.words.map { rarity.rarity(of: $0.key) }
        let length = rarities.reduce(0) { $0 + $1 * $1 }.squareRoot()
        words = zip(title.words, rarities).map { word, rarity in
            Word(
                key: word.key, rarity: rarity, share: length > 0 ? rarity / length : 0,
                isCapitalized: word.isCapitalized && !word.isNumber)
        }
        let address = item.address.flatMap { AddressKey($0) }
        let subject = item.subject.flatMap { AddressKey($0) }
        self.address = address
        self.subject = subject == address ? nil : subject
        var links: [AddressKey] = []
        if item.links.count <= 20 {
            for link in item.links.lazy.compactMap({ AddressKey($0) })
            where link != address && link != subject && !links.contains(link) {
                links.append(link)
            }
        }
        self.links = links
        joinsByWords = item.joining == .byWords && title.joins
        sketch = TextSketch(item.joining == .byWords ? item.text : "")
    }

    func has(_ word: Word) -> Bool { words.contains { $0.key == word.key } }

    /// Sum of the products of the words' shares.
    func cosine(with other: Member) -> Double {
        other.words.reduce(0) { sum, word in
            guard let own = words.first(where: { $0.key == word.key }) else { return sum }
            return sum + own.share * word.share
        }
    }

    /// How many words of four letters and more both titles have.
    func longWordsShared(with other: Member) -> Int {
        title.words.count { word in word.isLong && other.title.words.contains { $0.key == word.key } }
    }
}

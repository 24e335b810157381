import Platform
import Search
import WebText

/// Items that tell the same story.
package struct StoryRow: Sendable {
    package typealias ID = Int64

    /// The number of titles of a row that contain a word.
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

    /// The number of shared words of four letters or more.
    func longWordsShared(with other: Member) -> Int {
        title.words.count { word in word.isLong && other.title.words.contains { $0.key == word.key } }
    }
}

/// Identifies a page, more strictly than an item's identity: scheme, `www.`, the default port, a slash at the end, the
/// fragment and tracking parameters make no difference.
struct AddressKey: Hashable {
    private let hash: UInt64

    /// Nil for a host's root, and for text that isn't a web address.
    init?(_ address: String) {
        guard let address = WebAddress(address.trimmed)?.text else { return nil }
        let bytes = Array(address.utf8)
        var rest = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            // The fragment of a page that a script draws is a path.
            let isPath = [UInt8(ascii: "!"), UInt8(ascii: "/")].contains(rest[mark...].dropFirst().first ?? 0)
            if !isPath { rest = rest[..<mark] }
        }
        var query: [UInt8] = []
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            for pair in rest[mark...].dropFirst().split(separator: UInt8(ascii: "&")) where !Self.isIgnored(pair) {
                query += [query.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&")] + pair
            }
            rest = rest[..<mark]
        }
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        var name = rest[..<end].map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
        for port in [":80", ":443"] where name.suffix(port.utf8.count).elementsEqual(port.utf8) {
            name.removeLast(port.utf8.count)
        }
        if name.starts(with: "www.".utf8) { name.removeFirst(4) }
        var path = rest[end...]
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let isRoot =
            path.isEmpty || ["/index.html", "/index.php", "/index.htm"].contains { path.elementsEqual($0.utf8) }
        if isRoot, query.isEmpty { return nil }
        hash = FNV1a.hash64(name + path + query)
    }

    private static func isIgnored(_ pair: ArraySlice<UInt8>) -> Bool {
        let pair = String(decoding: pair, as: UTF8.self)
        return TrackingParameters.contains(pair)
            || ["ref", "ref_src", "cmpid", "smid", "ncid"].contains(pair.prefix { $0 != "=" }.lowercased())
    }
}

/// The smallest hashes of a text's runs of five words: texts with large parts in common have many of them in common.
struct TextSketch: Sendable {
    static let size = 16
    /// The hashes that two copies of a text have in common, at least.
    static let copies = 10

    /// Ascending; empty for a text of less than 40 words, or in a script without spaces.
    let hashes: [UInt64]

    init(_ text: String) {
        let folded = FoldedWords.words(of: String(decoding: text.utf8.prefix(3_000), as: UTF8.self))
        guard folded.count >= 40, !folded.contains(where: \.isUnspaced) else {
            hashes = []
            return
        }
        let words = folded.map { FNV1a.hash64($0.folded) }
        let runs = Set(
            words.indices.dropLast(4).map { start in words[start..<start + 5].reduce(0) { Self.mixed($0 ^ $1) } })
        hashes = Array(runs.sorted().prefix(Self.size))
    }

    /// Spreads the bits of a hash (MurmurHash3's last step).
    private static func mixed(_ hash: UInt64) -> UInt64 {
        var hash = hash
        hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ hash >> 33
    }
}

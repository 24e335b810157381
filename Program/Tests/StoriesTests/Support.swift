import Stories

extension WordRarity {
    /// Learned from 4,000 made-up titles, in which the words of the list are the rarer the later they come.
    static let english: WordRarity = {
        let words = """
            the to in of a for and on is with new at as from by how you it are be after your over what why this
            about says will more up out not has i who an year first can his its top best get my day he us was two
            now back could off their have no make world we video game show make review how time data google apple
            facebook microsoft open free code app search web live report market china stocks price sales home price
            falls rises week month deal study things know should people big case court government president company
            launches reports update iphone merger blocks daily weekly links question profit beats estimates higher
            shares may car million billion music film star wins fire storm police school food health drug phone
            galaxy device samsung case page story read watch photo photos review price compared manufacturing league
            premier magnitude shakes virus deaths travel guide release version announcing
            """.split { $0 == " " || $0 == "\n" }
        var rarity = WordRarity()
        for title in 0..<4_000 {
            let part = words.enumerated().filter { title % ($0.offset * 3 + 2) == 0 }.map(\.element)
            rarity.learn(part.joined(separator: " "))
        }
        return rarity
    }()
}

/// An index whose items arrive an hour apart, beginning in May 2033, unless they have a time.
struct Arrivals {
    static let begin: Int64 = 2_000_000_000

    var index: StoryIndex
    private var next: Int64 = 1

    init(rarity: WordRarity = .english) { index = StoryIndex(rarity: rarity) }

    @discardableResult
    mutating func add(
        _ title: String, feed: Int64 = 1, source: String = "", at hour: Double? = nil, address: String? = nil,
        subject: String? = nil, links: [String] = [], text: String = "", joining: StoryItem.Joining = .byWords,
        owner: StoryItem.Owner? = nil
    ) -> StoryDecision {
        defer { next += 1 }
        let time = Self.begin + Int64((hour ?? Double(next)) * 3600)
        let item = StoryItem(
            id: next, feed: feed, source: source, title: title, text: text, time: time, address: address,
            subject: subject, links: links, joining: joining, owner: owner)
        return index.add(item, at: time)
    }
}

extension StoryDecision {
    /// The evidence that decided; nil if the item begins a row.
    var evidence: StoryEvidence? { links.first?.evidence }
}

/// Titles of one event in three feeds, and one of another event.
enum Volcano {
    static let first = "Volcano Eyjafjallajokull erupts in Iceland, flights cancelled"
    static let second = "Flights cancelled as Icelandic volcano Eyjafjallajokull erupts"
    static let third = "Eyjafjallajokull eruption: volcano in Iceland grounds flights"
    static let other = "Astronomers find water on a distant exoplanet"
}

import Platform

/// The stories of the last three days, and the decision to which of them an item belongs.
///
/// The same items in the same order have the same rows on every machine. A row has the id of its first item.
package struct StoryIndex: Sendable {
    /// The maximum distance of a row's items from the first one, in seconds.
    package static let window: Int64 = 3 * 86_400

    /// The rarity of words before the window. Items that leave it are counted.
    package private(set) var rarity: WordRarity
    /// The rarity of the words of all shared titles while few items have left the window; then nil.
    private var all: WordRarity?
    /// The rarity of the words of all titles, for comparison with an owner's items; nil like ``all``, and without any.
    private var every: WordRarity?
    /// The latest arrival.
    private var now = Int64.min
    /// The rows that began before this hour since 1970 are closed.
    private var closedHour = Int64.min
    /// The items of all owners' shared feeds.
    private var shared = StoryWindow()
    /// The items of each owner's own feeds. They are compared with the shared ones, but change nothing there.
    private var own: [StoryItem.Owner: StoryWindow] = [:]

    package init(rarity: WordRarity = WordRarity()) {
        self.rarity = rarity
        all = rarity.isSufficient ? nil : rarity
    }

    /// The rarity of words for the readers of an item.
    private func rarity(for owner: StoryItem.Owner?) -> WordRarity { (owner == nil ? all : every ?? all) ?? rarity }

    /// Counts a title that arrives, as long as few items have left the window.
    private mutating func noteArrival(_ title: StoryTitle, _ owner: StoryItem.Owner?) {
        if owner != nil, every == nil { every = all }
        every?.learn(title)
        if owner == nil { all?.learn(title) }
    }

    /// The number of items in the window.
    package var count: Int { own.values.reduce(shared.places.count) { $0 + $1.places.count } }

    /// The row of an item in the window.
    package func row(of item: StoryItem.ID) -> StoryRow.ID? {
        if let row = shared.row(of: item) { return row.id }
        return own.values.lazy.compactMap { $0.row(of: item)?.id }.first
    }

    /// The items of a row in the window, in the order in which they were added.
    package func items(of row: StoryRow.ID) -> [StoryItem.ID] {
        (shared.row(row) ?? own.values.lazy.compactMap { $0.row(row) }.first)?.items.map(\.id) ?? []
    }

    /// Decides to which row an item belongs that arrives. An item that is known stays where it is.
    ///
    /// Times after the arrival count as the arrival. An item from before the window begins a row, which nothing joins.
    package mutating func add(_ item: StoryItem, at arrival: Int64) -> StoryDecision {
        if let row = row(of: item.id) { return StoryDecision(row: row) }
        guard let member = member(item, at: arrival) else { return StoryDecision(row: item.id) }
        // The number of shared items alone: nobody's own items change what others see.
        let comparison = StoryWindow.Comparison(
            threshold: StoryRule.threshold(among: shared.places.count), hasWords: rarity(for: item.owner).isSufficient)
        defer { noteArrival(member.title, item.owner) }
        guard let owner = item.owner else {
            var decision = shared.decide(member, comparison)
            for owner in own.keys.sorted() {
                let links = own[owner]?.links(of: member, comparison) ?? []
                decision.across += links.map { StoryDecision.Across(owner: owner, link: $0) }
            }
            return decision
        }
        let links = shared.links(of: member, comparison)
        var decision = own[owner, default: StoryWindow()].decide(member, comparison)
        decision.across = links.map { StoryDecision.Across(owner: owner, link: $0) }
        return decision
    }

    /// Adds an item whose row was decided before, such as one that is read from a store.
    ///
    /// - Parameter time: when the row began, in seconds. Nothing joins a row that began before the window.
    package mutating func restore(
        _ item: StoryItem, in row: StoryRow.ID, begun time: Int64? = nil, at arrival: Int64
    ) {
        guard self.row(of: item.id) == nil, let member = member(item, at: arrival) else { return }
        noteArrival(member.title, item.owner)
        if let time, time / 3600 < closedHour {
            if item.owner == nil { learn(member.title) }
        } else if let owner = item.owner {
            own[owner, default: StoryWindow()].add(member, to: row, begun: time)
        } else {
            shared.add(member, to: row, begun: time)
        }
    }

    /// Merges a row into another row, as another process has decided.
    package mutating func rename(_ row: StoryRow.ID, to other: StoryRow.ID) {
        shared.rename(row, to: other)
        for owner in Array(own.keys) { own[owner]?.rename(row, to: other) }
    }

    /// Removes an item, and its row with the last one.
    package mutating func remove(_ item: StoryItem.ID) {
        shared.remove(item)
        for owner in Array(own.keys) { own[owner]?.remove(item) }
    }

    /// Counts the words of a title that left the window before.
    package mutating func learn(_ title: String, source: String) {
        let title = StoryTitle(title, source: source)
        noteArrival(title, nil)
        learn(title)
    }

    /// Counts a title that has left the window.
    private mutating func learn(_ title: StoryTitle) {
        rarity.learn(title)
        if rarity.isSufficient { (all, every) = (nil, nil) }
    }

    /// Prepares an arriving item for comparison. Learns the title of an item from before the window, and returns nil.
    private mutating func member(_ item: StoryItem, at arrival: Int64) -> Member? {
        now = max(now, arrival)
        let begin = now - Self.window
        if begin / 3600 > closedHour {
            closedHour = begin / 3600
            for title in shared.close(before: begin) { learn(title) }
            for owner in Array(own.keys) {
                _ = own[owner]?.close(before: begin)
                if own[owner]?.places.isEmpty == true { own[owner] = nil }
            }
        }
        let member = Member(item, time: min(item.time, now), rarity: rarity(for: item.owner))
        if member.time > begin { return member }
        noteArrival(member.title, item.owner)
        if item.owner == nil { learn(member.title) }
        return nil
    }
}

/// Counts in how many titles each word was, which tells how much a shared word says.
///
/// The counts have a fixed size of 2 MiB; words whose hashes are alike share one. Old titles lose weight: every 50,000
/// titles, all counts are halved.
package struct WordRarity: Sendable {
    /// Below this number of titles, the counts say too little to join items by words.
    package static let fewest = 2_000

    /// True if enough titles are known to join items by words.
    var isSufficient: Bool { count >= Self.fewest }

    static let halving = 100_000
    private static let size = 1 << 20

    /// The titles that the counts are made of, less those that were halved away.
    package private(set) var count = 0
    private var counts = [UInt16](repeating: 0, count: size)

    package init() {}

    /// Counts the words of a title.
    package mutating func learn(_ title: String, source: String = "") { learn(StoryTitle(title, source: source)) }

    mutating func learn(_ title: StoryTitle) {
        count += 1
        for word in title.words {
            let slot = Self.slot(word.key)
            if counts[slot] < .max { counts[slot] += 1 }
        }
        guard count >= Self.halving else { return }
        count /= 2
        for slot in counts.indices { counts[slot] /= 2 }
    }

    /// The inverse document frequency of a word.
    func rarity(of word: UInt64) -> Double {
        Self.logarithm((Double(count) + 50) / (Double(counts[Self.slot(word)]) + 0.5))
    }

    /// The natural logarithm, rounded so that it is the same with every C library.
    static func logarithm(_ number: Double) -> Double { (log(number) * 4096).rounded() / 4096 }

    private static func slot(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word ^ word >> 32) & (size - 1) }
}

import Platform

/// The linear rule by which an item joins a row for its words.
///
/// The weights were learned by logistic regression; see docs/decisions/0038-one-story-once.md.
enum StoryRule {
    /// The smallest value of a row that an item joins.
    static let threshold = 2.25
    /// The smallest margin over the threshold at which an item that joins another row makes the two rows one.
    static let merging = 3.0
    /// The part of the natural logarithm of the number of items, in thousands, that is added to the threshold: among
    /// more items, more are alike by chance.
    static let windowSizePenalty = 0.6

    /// The row's value for the item, and the closest item; nil if the row has no item of another feed, or one of the
    /// same template.
    static func value(of row: StoryRow, for item: Member) -> (value: Double, closest: Member)? {
        let neighbours = row.neighbours(of: item)
        guard let first = neighbours.first else { return nil }
        var closest = first, highest = -1.0, sum = 0.0, near = 0
        for other in neighbours {
            let cosine = item.cosine(with: other)
            sum += cosine
            if cosine >= 0.2 { near += 1 }
            if cosine > highest { (closest, highest) = (other, cosine) }
        }
        if item.title.isSameTemplate(as: closest.title) { return nil }
        let count = row.items.count
        // The titles that have a word of the row's core, and a name of the row, at least.
        let core = count < 3 ? 1 : max(2, (count + 3) / 4)
        let names = count < 4 ? 1 : 2
        // Runs of shared words, next to one another in both titles.
        var phrases = 0, previous: UInt64?
        var sharedWords = 0, shared = 0.0, rarest = 0.0, rareWords = 0, lead = 0.0, coreWords = 0, capitals = 0.0
        for word in item.words {
            if closest.has(word) {
                sharedWords += 1
                shared += word.rarity
                rarest = max(rarest, word.rarity)
                if word.rarity >= 3.5 { rareWords += 1 }
            }
            let isCore = count > 2 && (row.words[word.key]?.items ?? 0) >= core
            let isShared = word.rarity >= 3 && (isCore || closest.has(word))
            if isShared {
                let continues = previous.map { closest.title.pairs.contains(StoryTitle.pair($0, word.key)) } ?? false
                if !continues { phrases += 1 }
            }
            previous = isShared ? word.key : nil
            if row.items[0].has(word) { lead += word.rarity }
            guard let weight = row.words[word.key] else { continue }
            if weight.items >= core, word.rarity >= 3 { coreWords += 1 }
            if word.isCapitalized, weight.capitalized >= names { capitals += word.rarity }
        }
        // A name alone, such as “Saudi Arabia”, tells no story, unless a row of several items is about it.
        let isContained = sharedWords >= 4 && sharedWords == min(item.words.count, closest.words.count)
        let isNameAlone = phrases < 2 && !isContained
        if isNameAlone, count < 4 { return nil }
        let days = Double(max(0, item.time - row.last)) / 86_400
        var value = -5.66
        value += 1.34 * row.cosine(with: item)
        value += 0.99 * highest
        value += 1.05 * sum / Double(neighbours.count)
        value += 1.14 * WordRarity.logarithm(Double(1 + near)) / 3
        value += 1.08 * shared / 20
        value += 2.16 * rarest / 7
        value += 0.98 * (rareWords >= 2 ? 1 : 0)
        value += 1.28 * lead / 20
        value += 0.91 * Double(min(coreWords, 6)) / 3
        value += 2.36 * capitals / 20
        value -= 0.34 * (item.words.count < 5 ? 1 : 0)
        value -= 2.70 * days
        value -= isNameAlone ? 2 : 0
        return (value, closest)
    }

    /// The smallest value with which an item joins a row among so many items.
    static func threshold(among items: Int) -> Double {
        threshold + windowSizePenalty * WordRarity.logarithm(Double(max(items, 600)) / 1000)
    }
}

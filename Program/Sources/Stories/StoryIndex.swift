internal import Platform

/// The stories of the last three days, and the decision to which of them an item belongs.
///
/// The same items in the same order have the same rows on every machine.
package struct StoryIndex: Sendable {
    /// How far the items of a row are from its first one, in seconds.
    package static let window: Int64 = 3 * 86_400

    /// How rare words are. Items that leave the window are counted.
    package private(set) var rarity: WordRarity
    /// The id that the next row gets.
    package private(set) var nextRow: StoryRow.ID
    /// The latest arrival.
    private var now = Int64.min

    /// Rows by place; the places of rows that have gone are used again.
    var rows: [StoryRow?] = []
    private var free: [Int] = []
    var places: [StoryItem.ID: Int] = [:]
    var rowPlaces: [StoryRow.ID: Int] = [:]
    /// The rows that began in each hour.
    private var hours: [Int64: [StoryRow.ID]] = [:]
    private var firstHour = Int64.max

    /// The places of rows by their words, the items by their addresses and runs of words.
    var words: [UInt64: [Int]] = [:]
    var addresses: [AddressKey: [Reference]] = [:]
    var runs: [UInt64: [StoryItem.ID]] = [:]
    /// The items that a person took apart.
    private var forbidden: [StoryItem.ID: Set<StoryItem.ID>] = [:]
    /// The sums of rarities while rows are looked for, by place.
    var scores: [Double] = []

    struct Reference {
        enum Kind { case address, subject, link }
        let item: StoryItem.ID
        let feed: Int64
        let kind: Kind
    }

    package init(rarity: WordRarity = WordRarity(), nextRow: StoryRow.ID = 1) {
        (self.rarity, self.nextRow) = (rarity, nextRow)
    }

    /// The number of items in the window.
    package var count: Int { places.count }

    /// The row of an item in the window.
    package func row(of item: StoryItem.ID) -> StoryRow.ID? { places[item].flatMap { rows[$0]?.id } }

    /// The items of a row in the window, in the order in which they were added.
    package func items(of row: StoryRow.ID) -> [StoryItem.ID] {
        rowPlaces[row].flatMap { rows[$0]?.items.map(\.id) } ?? []
    }

    // MARK: Items

    /// Decides to which row an item belongs that arrives. An item that is known stays where it is.
    ///
    /// Times after the arrival count as the arrival. An item from before the window begins a row, which nothing joins.
    package mutating func add(_ item: StoryItem, at arrival: Int64) -> StoryDecision {
        if let row = row(of: item.id) { return StoryDecision(row: row) }
        close(at: arrival)
        let member = Member(item, time: min(item.time, now), rarity: rarity)
        guard member.time > now - Self.window else {
            rarity.learn(member.title)
            return StoryDecision(row: newRow())
        }
        var related = byAddress(member)
        if related.isEmpty, let found = byLinks(member) ?? byTitleOrText(member) { related = [found] }
        if related.isEmpty { related = byWords(member) }
        guard let oldest = related.min(by: { $0.row < $1.row }), let place = rowPlaces[oldest.row] else {
            return StoryDecision(row: begin(newRow(), with: member))
        }
        insert(member, at: place)
        var decision = StoryDecision(row: oldest.row, join: oldest.join)
        for other in related where other.row != oldest.row {
            if merge(other.row, into: oldest.row) { decision.merged.append(other.row) }
        }
        return decision
    }

    /// Adds an item whose row was decided before, such as one that is read from a store.
    package mutating func restore(_ item: StoryItem, in row: StoryRow.ID, at arrival: Int64) {
        guard places[item.id] == nil else { return }
        close(at: arrival)
        nextRow = max(nextRow, row + 1)
        let member = Member(item, time: min(item.time, now), rarity: rarity)
        guard member.time > now - Self.window else { return rarity.learn(member.title) }
        if let place = rowPlaces[row] {
            insert(member, at: place)
        } else {
            _ = begin(row, with: member)
        }
    }

    /// Removes an item, and its row with the last one.
    package mutating func remove(_ item: StoryItem.ID) {
        release(item)
        detach(item)
    }

    private mutating func detach(_ item: StoryItem.ID) {
        guard let place = places[item], let row = rows[place], let member = row.items.first(where: { $0.id == item })
        else { return }
        unlist(member)
        forget(place, row)
        guard let rest = row.without(item) else { return }
        free.removeLast()
        rows[place] = rest
        rowPlaces[rest.id] = place
        for word in Set(rest.items.flatMap { $0.words.filter(\.findsRows).map(\.key) }) {
            words[word, default: []].append(place)
        }
    }

    /// Forgets what a person decided about an item.
    private mutating func release(_ item: StoryItem.ID) {
        for other in forbidden.removeValue(forKey: item) ?? [] { forbidden[other]?.remove(item) }
    }

    // MARK: Decisions of a person

    /// Takes an item out of its row for good, into a row of its own.
    ///
    /// Returns the new row; nil if the item is in no row with others.
    package mutating func split(_ item: StoryItem.ID) -> StoryRow.ID? {
        guard let place = places[item], let row = rows[place], row.items.count > 1,
            let member = row.items.first(where: { $0.id == item })
        else { return nil }
        for other in row.items where other.id != item { forbid(item, other.id) }
        detach(item)
        return begin(newRow(), with: member)
    }

    /// Keeps two items out of one row from now on. Items that are in one stay there until one of them is split off.
    package mutating func forbid(_ item: StoryItem.ID, _ other: StoryItem.ID) {
        guard item != other else { return }
        forbidden[item, default: []].insert(other)
        forbidden[other, default: []].insert(item)
    }

    /// Makes two rows one, also if a person took their items apart. Returns the row that remains: the older one.
    ///
    /// Nil if they are one already, have gone, or are more than three days apart.
    package mutating func join(_ row: StoryRow.ID, with other: StoryRow.ID) -> StoryRow.ID? {
        guard let place = rowPlaces[min(row, other)], let second = rowPlaces[max(row, other)], place != second,
            let items = rows[place]?.items, let others = rows[second]?.items
        else { return nil }
        for item in items {
            for other in others where forbidden[item.id]?.contains(other.id) == true {
                forbidden[item.id]?.remove(other.id)
                forbidden[other.id]?.remove(item.id)
            }
        }
        return merge(max(row, other), into: min(row, other)) ? min(row, other) : nil
    }

    // MARK: Rows

    func member(_ item: StoryItem.ID) -> Member? {
        places[item].flatMap { rows[$0]?.items.first { $0.id == item } }
    }

    func openRow(of other: StoryItem.ID, for item: Member) -> StoryRow? {
        guard let place = places[other], let row = rows[place], isOpen(row, for: item) else { return nil }
        return row
    }

    /// True if the item may join the row: at most three days from its first item, and no item in it was taken apart
    /// from it.
    func isOpen(_ row: StoryRow, for item: Member) -> Bool {
        abs(item.time - row.begin) <= Self.window
            && !(forbidden[item.id].map { apart in row.items.contains { apart.contains($0.id) } } ?? false)
    }

    private mutating func newRow() -> StoryRow.ID {
        defer { nextRow += 1 }
        return nextRow
    }

    private mutating func begin(_ id: StoryRow.ID, with item: Member) -> StoryRow.ID {
        let row = StoryRow(id: id, of: item)
        let place = free.popLast() ?? rows.count
        if place == rows.count { rows.append(row) } else { rows[place] = row }
        rowPlaces[id] = place
        let hour = row.begin / 3600
        hours[hour, default: []].append(id)
        firstHour = min(firstHour, hour)
        for word in item.words where word.findsRows { words[word.key, default: []].append(place) }
        list(item, at: place)
        return id
    }

    private mutating func insert(_ item: Member, at place: Int) {
        for word in item.words where word.findsRows && rows[place]?.words[word.key] == nil {
            words[word.key, default: []].append(place)
        }
        rows[place]?.add(item)
        list(item, at: place)
    }

    /// Returns false if the rows can't become one.
    private mutating func merge(_ id: StoryRow.ID, into older: StoryRow.ID) -> Bool {
        guard let place = rowPlaces[older], let from = rowPlaces[id], let row = rows[from], let target = rows[place],
            row.items.allSatisfy({ isOpen(target, for: $0) })
        else { return false }
        for item in row.items { unlist(item) }
        forget(from, row)
        for item in row.items { insert(item, at: place) }
        return true
    }

    /// Removes the rows that are out of the window, and learns from their items.
    private mutating func close(at arrival: Int64) {
        now = max(now, arrival)
        let end = (now - Self.window) / 3600
        if hours.isEmpty { firstHour = .max }
        while firstHour < end, !hours.isEmpty {
            for id in hours.removeValue(forKey: firstHour) ?? [] {
                guard let place = rowPlaces[id], let row = rows[place] else { continue }
                for item in row.items {
                    unlist(item)
                    release(item.id)
                    rarity.learn(item.title)
                }
                forget(place, row)
            }
            firstHour += 1
        }
    }

    /// Removes a row, but not its items.
    private mutating func forget(_ place: Int, _ row: StoryRow) {
        for word in row.words.keys { words.remove(place, at: word) }
        rows[place] = nil
        rowPlaces[row.id] = nil
        free.append(place)
    }

    private mutating func list(_ item: Member, at place: Int) {
        places[item.id] = place
        func list(_ key: AddressKey, _ kind: Reference.Kind) {
            addresses.add(Reference(item: item.id, feed: item.feed, kind: kind), at: key)
        }
        if let address = item.address { list(address, .address) }
        if let subject = item.subject { list(subject, .subject) }
        for link in item.links { list(link, .link) }
        for run in item.sketch.hashes + [item.title.key] { runs.add(item.id, at: run) }
    }

    private mutating func unlist(_ item: Member) {
        places[item.id] = nil
        for key in [item.address, item.subject].compactMap(\.self) + item.links {
            addresses[key]?.removeAll { $0.item == item.id }
            if addresses[key]?.isEmpty == true { addresses[key] = nil }
        }
        for run in item.sketch.hashes + [item.title.key] { runs.remove(item.id, at: run) }
    }
}

extension Dictionary {
    /// Adds an element to a list of at most 50: what more items have says nothing.
    fileprivate mutating func add<Element>(_ element: Element, at key: Key) where Value == [Element] {
        if self[key]?.count ?? 0 < 50 { self[key, default: []].append(element) }
    }

    /// Removes an element of a list, and the list with its last one.
    fileprivate mutating func remove<Element: Equatable>(_ element: Element, at key: Key) where Value == [Element] {
        self[key]?.removeAll { $0 == element }
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

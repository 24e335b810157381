/// The rows of the last three days that the same readers see: those of everybody, or an account's own.
struct StoryWindow: Sendable {
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
    /// The sums of rarities while rows are looked for, by place.
    var scores: [Double] = []

    struct Reference {
        enum Kind { case address, subject, link }
        let item: StoryItem.ID
        let feed: Int64
        let kind: Kind
    }

    // MARK: Items

    func row(of item: StoryItem.ID) -> StoryRow? { places[item].flatMap { rows[$0] } }

    func row(_ id: StoryRow.ID) -> StoryRow? { rowPlaces[id].flatMap { rows[$0] } }

    func member(_ item: StoryItem.ID) -> Member? { row(of: item)?.items.first { $0.id == item } }

    /// The row of another item, if the item may join it: at most three days from its first item.
    func openRow(of other: StoryItem.ID, for item: Member) -> StoryRow? {
        row(of: other).flatMap { $0.isOpen(for: item) ? $0 : nil }
    }

    /// Adds an item to a row, or begins the row with it.
    ///
    /// - Parameter time: when the row began; nil for the item's time.
    mutating func add(_ item: Member, to row: StoryRow.ID, begun time: Int64? = nil) {
        if let place = rowPlaces[row] { insert(item, at: place) } else { begin(row, with: item, at: time) }
    }

    /// Removes an item, and its row with the last one.
    mutating func remove(_ item: StoryItem.ID) {
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

    // MARK: Rows

    private mutating func begin(_ id: StoryRow.ID, with item: Member, at time: Int64?) {
        let row = StoryRow(id: id, of: item, begin: time)
        let place = free.popLast() ?? rows.count
        if place == rows.count { rows.append(row) } else { rows[place] = row }
        rowPlaces[id] = place
        let hour = row.begin / 3600
        hours[hour, default: []].append(id)
        firstHour = min(firstHour, hour)
        for word in item.words where word.findsRows { words[word.key, default: []].append(place) }
        list(item, at: place)
    }

    private mutating func insert(_ item: Member, at place: Int) {
        for word in item.words where word.findsRows && rows[place]?.words[word.key] == nil {
            words[word.key, default: []].append(place)
        }
        rows[place]?.add(item)
        list(item, at: place)
    }

    /// Returns false if the rows can't become one.
    mutating func merge(_ id: StoryRow.ID, into older: StoryRow.ID) -> Bool {
        guard let row = row(id), let target = self.row(older), row.items.allSatisfy({ target.isOpen(for: $0) }) else {
            return false
        }
        rename(id, to: older)
        return true
    }

    /// Merges a row into another row, which may be empty.
    mutating func rename(_ id: StoryRow.ID, to other: StoryRow.ID) {
        guard let place = rowPlaces[id], let row = rows[place] else { return }
        for item in row.items { unlist(item) }
        forget(place, row)
        for item in row.items { add(item, to: other, begun: row.begin) }
    }

    /// Removes the rows that began before a time, in seconds. Returns the titles of their items.
    mutating func close(before end: Int64) -> [StoryTitle] {
        if hours.isEmpty { firstHour = .max }
        var titles: [StoryTitle] = []
        while firstHour < end / 3600, !hours.isEmpty {
            for id in hours.removeValue(forKey: firstHour) ?? [] {
                guard let place = rowPlaces[id], let row = rows[place] else { continue }
                for item in row.items {
                    unlist(item)
                    titles.append(item.title)
                }
                forget(place, row)
            }
            firstHour += 1
        }
        return titles
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

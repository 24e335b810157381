import Platform
import SQL
import Search
import WebText

/// Reads stories as an account sees them, within the caller's transaction.
///
/// An account sees of a story the items that its followed feeds list or listed. Two of them are in one row if there is evidence
/// among the items that it sees, and it has not taken them apart.
struct StoryRows {
    /// An item of a row.
    struct Member {
        let id: Int64
        let story: Int64
        let key: ItemKey
        let feed: Int64
        let date: Date?
        let arrivedAt: Date
        let isRead: Bool
        /// True if it isn't read, and one of the feeds lists it now. Lists and counts have no other unread items.
        let isUnread: Bool
        let savedAt: Date?
        let hasNews: Bool
        /// True if it is unread only because it joined a row that was read.
        var isAbsorbed = false
        /// True if it arrived after the others were read.
        var isNew = false

        /// The item's date; of an undated item, the date of its arrival.
        var time: Date { date ?? arrivedAt }
        var isShownUnread: Bool { isUnread && !isAbsorbed }
    }

    /// At least two items, in the order of arrival.
    struct Row {
        /// The number of the story, or of the first item of a part of a story.
        let number: Int64
        var members: [Member]

        var isUnread: Bool { members.contains(where: \.isShownUnread) }
        /// True if some items are read and others aren't.
        var isPartlyRead: Bool { members.contains(where: \.isUnread) && !members.allSatisfy(\.isUnread) }

        /// The facts that searches and rules test.
        var tested: SearchSubject.Story {
            SearchSubject.Story(voices: members.count, sources: Set(members.map(\.feed)).count)
        }
    }

    private let db: StoreTransaction
    private let preferences: StoryPreferences
    /// The keys of followed feeds whose items join others, by their ids.
    private let feeds: [Int64: FeedKey]
    /// The feeds whose headlines come first.
    private let first: Set<Int64>
    private let hidesMuted: Bool
    /// True if all followed feeds are joined alike.
    private let isPlain: Bool

    /// Nil if no items are joined for the account.
    ///
    /// - Parameters:
    ///   - isForced: true to decide about stories even if there are none yet.
    ///   - includesMuted: true if items that rules hide belong to stories, too.
    init?(_ db: StoreTransaction, isForced: Bool = false, includesMuted: Bool = false) throws {
        if try !isForced && db.row("SELECT 1 FROM story LIMIT 1") == nil { return nil }
        preferences = try StoryPreferences(db)
        if !preferences.isOn { return nil }
        self.db = db
        var feeds: [Int64: FeedKey] = [:], first: Set<Int64> = [], isPlain = true
        for row in try db.rows(Self.followed, [db.account]) {
            let stories = try row.optionalText(2).flatMap(FollowSettings.Stories.init(rawValue:)) ?? .joined
            if stories != .joined { isPlain = false }
            if stories == .apart { continue }
            let feed = try row.integer(0)
            feeds[feed] = FeedKey(try row.text(1))
            if stories == .first { first.insert(feed) }
        }
        (self.feeds, self.first, self.isPlain) = (feeds, first, isPlain)
        hidesMuted = try !includesMuted && MutedListings.exist(db)
    }

    private static let followed = """
        SELECT feed.id, feed.key, followed.stories FROM followed
        JOIN feed ON feed.key = followed.feed AND \(FeedOwner.admits("?1")) WHERE followed.account_id = ?1
        """

    // MARK: Rows

    /// The rows of stories, by their numbers, and of those that the account has joined with them.
    func rows(of stories: some Sequence<Int64>) throws -> [Row] {
        let rows = try joined(stories)
        let mixed = rows.filter(\.isPartlyRead).flatMap(\.members).filter(\.isRead)
        let times = try readingTimes(of: mixed.map(\.id))
        return rows.map { $0.isPartlyRead ? absorbed(in: $0, read: times) : $0 }
    }

    /// Returns the rows, in which no item counts as read only because it joined a read one.
    func joined(_ stories: some Sequence<Int64>) throws -> [Row] {
        var stories = Set(stories)
        if stories.isEmpty { return [] }
        let own = try ownLinks()
        try extend(&stories, own)
        let members = try members(of: stories)
        if members.count < 2 { return [] }
        let apart = own.filter { $0.evidence == Self.apart && members[$0.item] != nil && members[$0.with] != nil }
        var groups = Groups(members.keys, apart: apart.map { ($0.item, $0.with) })
        for link in own where link.evidence == Self.joined { groups.join(link.item, link.with) }
        let others = own.filter { $0.evidence != Self.joined && $0.evidence != Self.apart }
        for link in try (links(of: stories) + others).sorted(by: { ($0.item, $0.with) < ($1.item, $1.with) }) {
            groups.join(link.item, link.with)
        }
        var numbers: Set<Int64> = []
        return groups.all.compactMap { ids in
            let row = ids.sorted().compactMap { members[$0] }
            guard row.count > 1, let first = row.first?.id, let story = row.map(\.story).min() else { return nil }
            return Row(number: numbers.insert(story).inserted ? story : first, members: row)
        }
    }

    /// The stories that some items tell alone, without a look at each of them: their items by story.
    ///
    /// - Parameter items: stories by items that followed feeds list, all of them unread if whether they are matters.
    func whole(_ items: [Int64: Int64]) throws -> [Int64: [Int64]] {
        guard isPlain else { return [:] }
        var listed: [Int64: [Int64]] = [:]
        for (item, story) in items { listed[story, default: []].append(item) }
        for story in try numbers(of: Set(ownLinks().flatMap { [$0.item, $0.with] })).values { listed[story] = nil }
        // Every item but the first one is linked with an earlier one, unless that was removed, or two stories became one.
        let rows = try ValuesClause(listed.keys.sorted()).rows(db) {
            """
            SELECT given.column1, count(DISTINCT story.item_id), count(DISTINCT story_link.item_id) FROM \($0)
            CROSS JOIN story ON story.story_id = given.column1
            LEFT JOIN story_link ON story_link.item_id = story.item_id GROUP BY given.column1
            """
        }
        var whole: [Int64: [Int64]] = [:]
        for row in rows {
            let (story, count) = (try row.integer(0), try row.count(1))
            if let items = listed[story], items.count == count, try row.count(2) == count - 1 { whole[story] = items }
        }
        return whole
    }

    private struct Link {
        let item, with: Int64
        let evidence: String
    }

    /// The evidence of ``own_story_link`` that the account itself gives.
    static let (joined, apart) = ("joined", "apart")

    private func ownLinks() throws -> [Link] {
        let sql = """
            SELECT item_id, with_id, evidence FROM own_story_link WHERE account_id IN (0, ?) ORDER BY item_id, with_id
            """
        return try db.rows(sql, [db.account]).map {
            Link(item: try $0.integer(0), with: try $0.integer(1), evidence: try $0.text(2))
        }
    }

    /// The rows of all stories that at least as many items tell, in any order, and maybe others.
    func joined(toldBy least: Int) throws -> [Row] {
        let large = try db.integers("SELECT story_id FROM story GROUP BY story_id HAVING count(*) >= ?", [least])
        let own = try ownLinks().filter { $0.evidence != Self.apart }
        let linked = own.isEmpty ? [:] : try numbers(of: Set(own.flatMap { [$0.item, $0.with] }))
        return try joined(Set(large).union(linked.values))
    }

    /// Adds the stories that the account's own links connect with some.
    private func extend(_ stories: inout Set<Int64>, _ own: [Link]) throws {
        let links = own.filter { $0.evidence != Self.apart }
        if links.isEmpty { return }
        let known = try numbers(of: Set(links.flatMap { [$0.item, $0.with] }))
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for link in links {
                guard let one = known[link.item], let other = known[link.with],
                    stories.contains(one) != stories.contains(other)
                else { continue }
                stories.formUnion([one, other])
                hasGrown = true
            }
        }
    }

    /// The numbers of items' stories.
    func numbers(of items: Set<Int64>) throws -> [Int64: Int64] { try Self.numbers(of: items, db) }

    /// The numbers of items' stories.
    static func numbers(of items: Set<Int64>, _ db: StoreTransaction) throws -> [Int64: Int64] {
        let rows = try ValuesClause(items.sorted()).rows(db) {
            "SELECT story.item_id, story.story_id FROM \($0) CROSS JOIN story ON story.item_id = given.column1"
        }
        return Dictionary(try rows.map { (try $0.integer(0), try $0.integer(1)) }) { first, _ in first }
    }

    private func links(of stories: Set<Int64>) throws -> [Link] {
        try ValuesClause(stories.sorted()).rows(db) {
            """
            SELECT story_link.item_id, story_link.with_id, evidence FROM \($0)
            CROSS JOIN story ON story.story_id = given.column1
            CROSS JOIN story_link ON story_link.item_id = story.item_id
            """
        }.map { Link(item: try $0.integer(0), with: try $0.integer(1), evidence: try $0.text(2)) }
    }

    /// The items that the account sees, by their ids.
    private func members(of stories: Set<Int64>) throws -> [Int64: Member] {
        let account = String(db.account)
        let rows = try ValuesClause(stories.sorted()).rows(db, isReused: false) {
            """
            SELECT item.id, story.story_id, item.scope, item.key, item.date, item.first_seen_at,
                \(ReadState.isUnread("item.id", account)), mark.saved_at, story.has_news, 

                (SELECT listing.feed_id FROM listing WHERE \(isListed("item.id"))
                ORDER BY listing.is_current DESC, listing.seq, listing.feed_id LIMIT 1),
                CASE WHEN EXISTS (SELECT 1 FROM listing WHERE \(isListed("item.id")) AND listing.is_current = 1)
                    THEN 1 ELSE 0 END
            FROM \($0) CROSS JOIN story ON story.story_id = given.column1
            CROSS JOIN item ON item.id = story.item_id \(ReadState.mark(of: "item.id", account))
            """
        }
        var members: [Int64: Member] = [:]
        for row in rows {
            guard let feed = try row.optionalInteger(9) else { continue }
            let id = try row.integer(0), isRead = try !row.flag(6)
            members[id] = Member(
                id: id, story: try row.integer(1), key: ItemKey(scope: try row.text(2), id: try row.text(3)),
                feed: feed, date: try row.optionalDate(4), arrivedAt: try row.date(5), isRead: isRead,
                isUnread: try !isRead && row.flag(10),
                savedAt: try row.optionalDate(7), hasNews: try row.flag(8))
        }
        return members
    }

    /// Returns the items that the feeds list.
    func listed(_ items: [Int64]) throws -> Set<Int64> {
        Set(
            try ValuesClause(items).rows(db, isReused: false) {
                "SELECT given.column1 FROM \($0) WHERE EXISTS (SELECT 1 FROM listing WHERE \(isListed("given.column1")))"
            }.map { try $0.integer(0) })
    }

    /// The condition for listings of an item in the feeds.
    private func isListed(_ item: String) -> String {
        let list = SelectionStatement.list(feeds.keys.sorted())
        // The plus makes SQLite search the item's few listings instead of each feed's.
        return "listing.item_id = \(item) AND +listing.feed_id IN \(list)"
            + MutedListings.leftOut(hidesMuted, String(db.account))
    }

    // MARK: Read rows

    /// Marks the items that joined the row after the account had read all earlier ones.
    private func absorbed(in row: Row, read: [Int64: Date]) -> Row {
        var row = row, lastRead: Date?, isRead = true, feeds: Set<Int64> = []
        for (place, member) in row.members.enumerated() {
            defer { feeds.insert(member.feed) }
            if !member.isUnread {
                if let time = read[member.id] { lastRead = max(lastRead ?? time, time) }
                continue
            }
            row.members[place].isNew = lastRead.map { $0 < member.arrivedAt } ?? false
            let renews =
                switch preferences.renewal {
                case .never: false
                case .sources: !feeds.contains(member.feed)
                case .facts: member.hasNews
                }
            if isRead, row.members[place].isNew, !renews {
                row.members[place].isAbsorbed = true
            } else {
                isRead = false
            }
        }
        return row
    }

    /// The dates when items were last read, alone or with a feed; none for those that only arrived as read.
    private func readingTimes(of items: [Int64]) throws -> [Int64: Date] {
        let account = String(db.account)
        let rows = try ValuesClause(items).rows(db) {
            """
            SELECT item.id, coalesce(mark.read_at, (
                SELECT max(passed.marked_at) FROM listing AS place CROSS JOIN reading AS passed
                ON passed.account_id = \(account) AND passed.feed_id = place.feed_id
                WHERE place.item_id = item.id AND place.seq <= passed.marked_through), 0), item.first_seen_at
            FROM \($0) CROSS JOIN item ON item.id = given.column1 \(ReadState.mark(of: "item.id", account))
            """
        }
        var times: [Int64: Date] = [:]
        for row in rows {
            let time = try row.integer(1)
            if time > (try row.integer(2)) { times[try row.integer(0)] = Date(milliseconds: time) }
        }
        return times
    }

    // MARK: Headlines

    /// The item with the headline among some of a row: of a feed whose headlines come first, or the earliest.
    func headline(_ members: [Member]) -> Member? {
        members.min { one, other in
            let (isFirst, isOtherFirst) = (first.contains(one.feed), first.contains(other.feed))
            return isFirst == isOtherFirst ? (one.time, one.id) < (other.time, other.id) : isFirst
        }
    }

    /// The row as a story, with an item's voice first.
    func story(_ row: Row, leading item: Int64? = nil) -> StoryGroup {
        let lead = item ?? headline(row.members)?.id
        let members = row.members.filter { $0.id == lead } + row.members.filter { $0.id != lead }
        return StoryGroup(
            id: row.number,
            voices: members.map { member in
                StoryGroup.Voice(
                    key: member.key, feed: feeds[member.feed] ?? FeedKey(""), date: member.date,
                    isUnread: member.isShownUnread, isNew: member.isNew, savedAt: member.savedAt)
            }, first: row.members[0].key)
    }

    /// The items with the marks of the stories that they represent.
    ///
    /// - Parameter ids: the numbers of the items.
    func grouped(_ items: [StoredItem], _ ids: ArraySlice<Int64>) throws -> [StoredItem] {
        let shown = Set(ids)
        var groups: [ItemKey: StoryGroup] = [:]
        for row in try rows(of: numbers(of: shown).values) {
            guard let headline = row.members.first(where: { shown.contains($0.id) }) else { continue }
            groups[headline.key] = story(row, leading: headline.id)
        }
        return items.map { item in groups[item.key].map { item.standing(for: $0) } ?? item }
    }
}

/// Items that are joined one by one, but for those that are kept apart.
private struct Groups {
    private var group: [Int64: Int64] = [:]
    private var members: [Int64: [Int64]] = [:]
    private let apart: [(Int64, Int64)]

    init(_ items: some Sequence<Int64>, apart: [(Int64, Int64)]) {
        for item in items { (group[item], members[item]) = (item, [item]) }
        self.apart = apart
    }

    var all: [[Int64]] { members.sorted { $0.key < $1.key }.map(\.value) }

    mutating func join(_ item: Int64, _ other: Int64) {
        guard let one = group[item], let two = group[other], one != two else { return }
        let areApart = apart.contains { pair in
            let groups = [group[pair.0], group[pair.1]]
            return groups == [one, two] || groups == [two, one]
        }
        if areApart { return }
        let (kept, gone) = (min(one, two), max(one, two))
        for member in members.removeValue(forKey: gone) ?? [] {
            group[member] = kept
            members[kept]?.append(member)
        }
    }
}

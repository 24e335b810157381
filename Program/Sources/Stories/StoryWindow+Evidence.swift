/// The evidence that an item belongs to a row, the cheapest first.
extension StoryWindow {
    struct Related {
        var row: StoryRow.ID
        var link: StoryDecision.Link
    }

    /// The conditions for joining an item by its words.
    struct Comparison {
        /// The smallest value of a row; see ``StoryRule``.
        var threshold: Double
        /// True if enough titles are known to compare words.
        var hasWords: Bool
    }

    /// Adds an item to the row that it belongs to, or begins one.
    mutating func decide(_ item: Member, _ comparison: Comparison) -> StoryDecision {
        let related = related(to: item, comparison)
        guard let oldest = related.min(by: { $0.row < $1.row }) else {
            add(item, to: item.id)
            return StoryDecision(row: item.id)
        }
        var decision = StoryDecision(row: oldest.row, links: [oldest.link])
        decision.hasNews = row(oldest.row)?.isNews(item) ?? false
        add(item, to: oldest.row)
        for other in related where other.row != oldest.row {
            guard merge(other.row, into: oldest.row) else { continue }
            decision.merged.append(other.row)
            decision.links.append(other.link)
        }
        decision.links = links(decision.links, of: item, in: oldest.row, comparison)
        return decision
    }

    /// Links an item of other readers with items of the rows here, which stay unchanged.
    mutating func links(of item: Member, _ comparison: Comparison) -> [StoryDecision.Link] {
        related(to: item, comparison).flatMap { links([$0.link], of: item, in: $0.row, comparison) }
    }

    /// The links that are known, and those with other items of a row.
    private func links(
        _ known: [StoryDecision.Link], of item: Member, in row: StoryRow.ID, _ comparison: Comparison
    ) -> [StoryDecision.Link] {
        let others = self.row(row)?.neighbours(of: item) ?? []
        return known
            + others.compactMap { other in
                if known.contains(where: { $0.with == other.id }) { return nil }
                return evidence(item, other, comparison).map { .init(evidence: $0, with: other.id) }
            }
    }

    /// The rows to which an item belongs, by the cheapest evidence that is found.
    private mutating func related(to item: Member, _ comparison: Comparison) -> [Related] {
        let related = byAddress(item)
        if !related.isEmpty { return related }
        if let found = byLinks(item) { return [found] }
        guard comparison.hasWords else { return [] }
        if let found = byTitleOrText(item) { return [found] }
        return byWords(item, threshold: comparison.threshold)
    }

    /// The evidence of two items alone, for readers who don't see the others of the row.
    private func evidence(_ item: Member, _ other: Member, _ comparison: Comparison) -> StoryEvidence? {
        if let address = item.address, address == other.address { return .sameAddress }
        let pages = [other.address, other.subject].compactMap(\.self)
        if [item.address, item.subject].contains(where: { $0.map(pages.contains) ?? false }) { return .subject }
        guard comparison.hasWords, !item.title.isSameTemplate(as: other.title) else { return nil }
        let hasTitles = item.joinsByWords && other.joinsByWords
        if hasTitles, item.words.count >= 4, item.title.key == other.title.key { return .sameTitle }
        if item.sketch.hashes.count(where: other.sketch.hashes.contains) >= TextSketch.copies { return .sameText }
        guard hasTitles, let rated = StoryRule.value(of: StoryRow(id: other.id, of: other), for: item),
            rated.value >= comparison.threshold
        else { return nil }
        return .words
    }

    /// The rows with an item that has the same address, or is about it.
    func byAddress(_ item: Member) -> [Related] {
        var result: [Related] = []
        func look(_ key: AddressKey?, isSubject: Bool) {
            guard let key, let references = addresses[key] else { return }
            let own = references.count { $0.kind == .address && $0.feed == item.feed }
            for reference in references where reference.kind != .link {
                let isSame = !isSubject && reference.kind == .address
                guard let row = openRow(of: reference.item, for: item), !result.contains(where: { $0.row == row.id })
                else { continue }
                if reference.feed == item.feed {
                    // A page of many items, such as a list of changes, is no evidence.
                    guard isSame, own < 2, let other = row.items.first(where: { $0.id == reference.item }),
                        !item.title.isSameTemplate(as: other.title)
                    else { continue }
                }
                let link = StoryDecision.Link(evidence: isSame ? .sameAddress : .subject, with: reference.item)
                result.append(Related(row: row.id, link: link))
            }
        }
        look(item.address, isSubject: false)
        look(item.subject, isSubject: true)
        return result
    }

    /// The row with an item of another feed that links to the item, or to which it links, or that links to the same
    /// pages.
    ///
    /// A link needs two long words of the titles besides, or one if it is the only one or there are several.
    func byLinks(_ item: Member) -> Related? {
        var found: [(item: StoryItem.ID, row: StoryRow.ID, links: Int, isDirect: Bool)] = []
        func look(_ key: AddressKey?, isOwn: Bool) {
            guard let key, let references = addresses[key], references.count <= Self.rareLink else { return }
            for reference in references where isOwn == (reference.kind == .link) || reference.kind == .link {
                guard reference.feed != item.feed, let row = openRow(of: reference.item, for: item)
                else { continue }
                let isDirect = isOwn || reference.kind != .link
                if let index = found.firstIndex(where: { $0.item == reference.item }) {
                    found[index].links += 1
                    found[index].isDirect = found[index].isDirect || isDirect
                } else {
                    found.append((reference.item, row.id, 1, isDirect))
                }
            }
        }
        look(item.address, isOwn: true)
        look(item.subject, isOwn: true)
        for link in item.links { look(link, isOwn: false) }
        let best = found.filter { candidate in
            guard let other = member(candidate.item) else { return false }
            let shared = item.longWordsShared(with: other)
            let isOnly = candidate.isDirect && min(item.links.count, other.links.count) <= 2
            return shared >= (candidate.links > 1 || isOnly ? 1 : 2) && !item.title.isSameTemplate(as: other.title)
        }
        .max { ($0.links, -$0.row) < ($1.links, -$1.row) }
        return best.map { Related(row: $0.row, link: .init(evidence: .links, with: $0.item)) }
    }

    /// The row with an item of another feed that has the same title, or a copy of the text.
    func byTitleOrText(_ item: Member) -> Related? {
        var found: [(item: StoryItem.ID, runs: Int)] = []
        for run in item.sketch.hashes {
            for other in runs[run] ?? [] {
                if let index = found.firstIndex(where: { $0.item == other }) {
                    found[index].runs += 1
                } else {
                    found.append((other, 1))
                }
            }
        }
        let titles = item.joinsByWords && item.words.count >= 4 ? runs[item.title.key] ?? [] : []
        for (others, evidence) in [
            (titles, StoryEvidence.sameTitle), (found.filter { $0.runs >= TextSketch.copies }.map(\.item), .sameText),
        ] {
            for other in others {
                guard let row = openRow(of: other, for: item), let other = member(other), other.feed != item.feed,
                    evidence == .sameText || other.joinsByWords, !item.title.isSameTemplate(as: other.title)
                else { continue }
                return Related(row: row.id, link: .init(evidence: evidence, with: other.id))
            }
        }
        return nil
    }

    /// The row whose words are the most like the item's, by ``StoryRule``, and others that are one with it for sure.
    mutating func byWords(_ item: Member, threshold: Double) -> [Related] {
        guard item.joinsByWords else { return [] }
        var found: [(value: Double, related: Related)] = []
        for place in candidates(for: item) {
            guard let row = rows[place], row.isOpen(for: item), let rated = StoryRule.value(of: row, for: item),
                rated.value >= threshold
            else { continue }
            let link = StoryDecision.Link(evidence: .words, with: rated.closest.id)
            found.append((rated.value, Related(row: row.id, link: link)))
        }
        guard let best = found.max(by: { $0.value < $1.value }) else { return [] }
        return found.filter { $0.related.row == best.related.row || $0.value >= threshold + StoryRule.merging }
            .map(\.related)
    }

    /// The items with a link that still says something, at most.
    private static let rareLink = 6
    /// The entries of words that are read for an item, at most.
    private static let mostEntries = 3_000

    /// The places of the four rows whose centroids are closest to the item, among those with the most of its rarest
    /// words.
    private mutating func candidates(for item: Member) -> [Int] {
        if scores.count < rows.count { scores += Array(repeating: 0, count: rows.count - scores.count) }
        var touched: [Int] = [], entries = 0
        for word in item.words.sorted(by: { ($0.rarity, $0.key) > ($1.rarity, $1.key) }) {
            guard word.findsRows, let places = words[word.key] else { continue }
            entries += places.count
            if entries > Self.mostEntries { break }
            for place in places {
                if scores[place] == 0 { touched.append(place) }
                scores[place] += word.share * word.share
            }
        }
        var found: [(place: Int, score: Double)] = []
        for place in touched {
            found.insert(place, scores[place], atMost: 32)
            scores[place] = 0
        }
        var closest: [(place: Int, score: Double)] = []
        for (place, _) in found { closest.insert(place, rows[place]?.cosine(with: item) ?? 0, atMost: 4) }
        return closest.filter { $0.score >= 0.08 }.map(\.place)
    }
}

extension [(place: Int, score: Double)] {
    /// Keeps the highest scores, from the highest to the lowest; of equal ones the earlier places.
    fileprivate mutating func insert(_ place: Int, _ score: Double, atMost limit: Int) {
        if count == limit, let last, (last.score, -last.place) > (score, -place) { return }
        let index = firstIndex { ($0.score, -$0.place) < (score, -place) } ?? count
        insert((place, score), at: index)
        if count > limit { removeLast() }
    }
}

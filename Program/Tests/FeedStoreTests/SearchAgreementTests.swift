import FeedStore
import Foundation
import Search
import TestSupport
import Testing

/// What a search finds in the index and what a rule matches in memory are the same items.
@Suite("A search and a rule")
struct SearchAgreementTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store(
            .init(
                busyTimeout: 120,
                measureKinds: MeasureKinds(
                    ofScope: { $0 == "news" ? .all(.points) : .each },
                    ofItem: { _, payload in Self.measureKind(of: String(decoding: payload, as: UTF8.self)) })))
    }

    /// Characters of each sort: cased, with marks composed and not, separators, scripts without case, emoji.
    private static let alphabet: [String] =
        ("a b c A B É é e\u{301} ß ẞ İ ı ſ Å Å ﬁ ö ü ñ Ñ ж Ж й и\u{306} λ Λ ς Σ 中 文 あ が か\u{3099} 한 ع ا\u{654} ן ไ ก\u{e48} १ ² Ⅷ ① _ - . ' 🎉 👩‍🚀 \u{200d} \u{ad} ـ µ"
        + " 日 本 日本 𠮷 ｶ \u{ff9e} Ａ １ ー 々 \u{e35} \u{e48} \u{1112} \u{1161} \u{11ab} ក \u{17d2} \u{200b} 。 ・ བ \u{f7c} ་ မ \u{102c}"
        + " \u{fe00} \u{3099} ㈱ ㊀")
        .split(separator: " ").map(String.init) + [" ", " ", " ", " ", "\n"]

    private static func word(_ random: inout SeededRandom, _ length: Int) -> String {
        (0..<Int.random(in: 1...length, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" }
            .joined()
    }

    /// The kind of an item's measure, by its id.
    private static func measureKind(of id: String) -> MeasureKind? {
        if id.hasPrefix("news") { return .points }
        return switch id.utf8.last.map({ $0 % 3 }) {
        case 0: .points
        case 1: .acres
        default: nil
        }
    }

    private static func fields(_ random: inout SeededRandom, of id: String) -> SearchFields {
        SearchFields(
            kind: ["PushEvent", "story"].randomElement(using: &random) ?? "",
            kindName: ["push", "story"].randomElement(using: &random) ?? "",
            title: word(&random, 8), text: word(&random, 20), author: word(&random, 4), source: word(&random, 3),
            tags: [word(&random, 3), word(&random, 2)],
            measure: Bool.random(using: &random) ? Double.random(in: 0...9, using: &random).rounded() : nil,
            measureKind: measureKind(of: id),
            latitude: Double.random(in: -90...90, using: &random),
            longitude: Double.random(in: -180...180, using: &random))
    }

    private static func term(_ random: inout SeededRandom) -> String {
        let text = word(&random, 3).replacing("\n", with: " ").filter { $0 != "\"" }
        let term =
            switch Int.random(in: 0..<13, using: &random) {
            case 0...3: "\"\(text)\""
            case 4: text.filter { $0 != " " } + "*"
            case 5: "author:\"\(text)\""
            case 6: "\(["title", "text", "source", "tag"].randomElement(using: &random) ?? ""):\"\(text)\""
            case 7: (Bool.random(using: &random) ? "points:>" : "acres:<=") + "\(Int.random(in: 0...9, using: &random))"
            case 8:
                ["kind:push", "kind:stories", "kind:pushevent", "in:news", "in:NEWS/top", "in:github"].randomElement(
                    using: &random) ?? ""
            case 9: "within:3000km of:10,20"
            case 11:
                SearchFilter.all.filter { $0.places.contains(.rule) }.flatMap(\.examples).randomElement(using: &random)
                    ?? ""
            case 10: "/[aé]\(["b", ".", "\\w", "c|ж"].randomElement(using: &random) ?? "")/"
            default: text.filter { $0 != " " && $0 != ":" }
            }
        return (Bool.random(using: &random) && Bool.random(using: &random) ? "-" : "") + term
    }

    /// Terms side by side, or a group of them joined by `OR`.
    private static func search(_ random: inout SeededRandom) -> String {
        var terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in term(&random) }
        guard terms.count == 3 else { return terms.joined(separator: " ") }
        let last = terms.removeLast()
        let group = (Bool.random(using: &random) ? "-(" : "(") + terms.joined(separator: " OR ") + ")"
        return Bool.random(using: &random) ? "\(group) \(last)" : "(\(group) \(last)) OR \(term(&random))"
    }

    @Test(
        "A search and a rule agree on random items",
        arguments: [UInt64.random(in: 0...UInt64.max)] + (runsFull ? [1, 2, 3] : []))
    func agreement(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for feed in [top, hello] {
            let items = (0..<60).map { index in
                let id = "\(feed.upstream)\(index)"
                return item(id, search: Self.fields(&random, of: id))
            }
            try store.commit(FeedUpdate(feed: feed, items: items, mode: .merge, fetchedAt: day(1)))
        }
        var found = 0
        for _ in 0..<60 {
            let text = Self.search(&random)
            // Terms without letters are no search.
            guard let query = try? SearchQuery(parsing: text), let rule = try? Rule(parsing: "mute " + text) else {
                continue
            }
            let ids = try store.search(query, order: .date, limit: 1_000, now: day(2)).hits.map(\.item.id)
            let tested = try store.testRule(rule, limit: 1_000, now: day(2))
            #expect(Set(ids) == Set(tested.items.map(\.id)), "\(text), seed \(seed)")
            #expect(tested.tested == 120 && tested.matched == ids.count)
            found += ids.count
        }
        #expect(found > 0)
    }

    @Test(
        "A search and a rule agree on folded text",
        arguments: [
            ("Ésta", "esta"), ("e\u{301}sta", "ÉSTA"), ("Straße", "straße"), ("İstanbul", "istanbul"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("foo_bar", "foo"), ("don't", "don't"), ("日本語 テキスト", "日本語"), ("a\u{200d}b", "a"), ("x² y", "x²"),
            ("日本語", "本"), ("ﾊﾟｿｺﾝ", "パソ"), ("iPhone15発売", "発売"), ("iPhone15発売", "15"), ("ที่นี่", "น"), ("서울에서", "서울"),
        ])
    func folding(title: String, word: String) throws {
        try store.commit(merge(item("1", search: SearchFields(title: title))))
        let found = try store.search(SearchQuery(parsing: word), order: .date, limit: 9, now: day(1)).total
        #expect(try store.testRule(Rule(parsing: "mute " + word), limit: 9, now: day(1)).matched == found)
    }
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

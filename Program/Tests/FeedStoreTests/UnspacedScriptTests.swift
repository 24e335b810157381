import FeedStore
import Foundation
import Search
import TestSupport
import Testing

/// Chinese, Japanese, Thai and other texts, in which no spaces separate words.
@Suite("Scripts without spaces")
struct UnspacedScriptTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func add(_ id: String, on date: Date? = nil, _ search: SearchFields) throws {
        try store.commit(merge(item(id, date, search: search), into: top))
    }

    /// The items that a search finds, which a rule has to match, too.
    private func ids(_ text: String, _ order: SearchOrder = .date) throws -> [String] {
        let found = try store.search(SearchQuery(parsing: text), order: order, limit: 100, now: day(10))
        let matched = try store.testRule(Rule(parsing: "mute " + text), limit: 100, now: day(10)).items.map(\.id)
        let ids = found.hits.map(\.item.id)
        #expect(Set(ids) == Set(matched) && found.total == ids.count && found.reindexed == nil, "\(text)")
        return ids
    }

    @Test(
        "In unspaced scripts, a search and a rule find words of any length within a run",
        arguments: [
            ("日本の鷹について", ["鷹", "日本", "本の", "日本の鷹", "について", "日本の鷹について"], ["鷲", "本鷹", "日鷹", "の日"]),
            ("最新广告投放", ["广告", "告", "最新广告"], ["广投", "廣告"]),
            ("𠮷野家の𩸽", ["𠮷", "𠮷野", "𩸽", "の𩸽"], ["𠮶", "吉野"]),
            ("ประเทศไทยที่นี่", ["ไทย", "ที่", "นี่", "ท", "ประเทศ", "ที่นี่"], ["ทิ", "ไทนี่", "ที่ไทย"]),
            ("ສະບາຍດີປະເທດລາວ", ["ລາວ", "ດີ", "ສະບາຍ"], ["ລາດີ"]),
            ("ភាសាខ្មែរ", ["ខ្មែរ", "ភាសា", "សា"], ["ខមែរ"]),
            ("မြန်မာဘာသာ", ["မြန်မာ", "ဘာသာ", "မာ"], ["မြမာ"]),
            ("བོད་ཡིག་གི་སྐད", ["བོད", "ཡིག", "བོད་ཡིག", "སྐད"], ["བད", "ཡིག་བོད"]),
            ("서울에서 만나요", ["서울", "에서", "만", "나요", "서울에서"], ["서에", "에서만나"]),
            ("iPhone15発売", ["発売", "iPhone15", "発", "iphone15発", "iPhone15発売", "iphone*"], ["iPhone", "15発売", "売発"]),
            ("2024年東京", ["2024", "年", "東京", "2024年", "年東京"], ["024年", "24"]),
        ])
    func within(title: String, found: [String], missing: [String]) throws {
        try add("a", SearchFields(title: title))
        for word in found { #expect(try ids(word) == ["a"], "\(word)") }
        for word in missing { #expect(try ids(word).isEmpty, "\(word)") }
    }

    @Test(
        "In unspaced scripts, a search and a rule find each form of a character",
        arguments: [
            ("パソコン", "ﾊﾟｿｺﾝ"), ("ﾊﾟｿｺﾝ", "ソコ"), ("ＡＢＣ株式", "abc"), ("ABC株式", "ＡＢＣ株"), ("１２月", "12月"),
            ("か\u{3099}くせい", "がく"), ("がくせい", "か\u{3099}"), ("\u{1112}\u{1161}\u{11AB}국", "한국"),
            ("葛\u{E0100}城", "葛城"), ("ភាសា\u{200B}ខ្មែរ", "សាខ្មែរ"), ("ヴァイオリン", "ウ\u{3099}ァ"), ("ﾜ\u{3099}", "ヷ"),
        ])
    func forms(title: String, word: String) throws {
        try add("a", SearchFields(title: title))
        #expect(try ids(word) == ["a"])
    }

    @Test("In unspaced scripts, a search and a rule distinguish adjacent runs, and the two kana")
    func separators() throws {
        try add("a", SearchFields(title: "今日。本を読む", text: "らーめん"))
        #expect(try ids("日本").isEmpty && ids("ラーメン").isEmpty)
        #expect(try ids("今日") == ["a"] && ids("本を") == ["a"] && ids("ーめ") == ["a"])
    }

    @Test("In unspaced scripts, a search and a rule compare phrases, prefixes, exclusions and fields")
    func terms() throws {
        try add("title", on: day(3), SearchFields(title: "東京の鷹"))
        try add("text", on: day(2), SearchFields(title: "other", text: "鷹 と 東京 swift"))
        try add("author", on: day(1), SearchFields(author: "鷹野 東", source: "東京新聞", tags: ["鷹狩り", "京都"]))
        #expect(try ids("鷹") == ["title", "text", "author"] && ids("東京") == ["title", "text", "author"])
        #expect(try ids("\"東京の鷹\"") == ["title"] && ids("\"鷹 と 東京\"") == ["text"])
        #expect(try ids("\"鷹 と 東\"") == ["text"] && ids("\"東京 swift\"") == ["text"] && ids("\"京 swi\"").isEmpty)
        #expect(try ids("東* -新聞") == ["title", "text"] && ids("東京*") == ["title", "text", "author"])
        #expect(try ids("鷹 -swift") == ["title", "author"] && ids("-鷹").isEmpty && ids("-狩") == ["title", "text"])
        #expect(try ids("title:鷹") == ["title"] && ids("text:鷹") == ["text"] && ids("author:鷹") == ["author"])
        #expect(
            try ids("author:\"鷹野 東\"") == ["author"] && ids("source:東京") == ["author"] && ids("tag:狩") == ["author"])
        #expect(try ids("tag:鷹狩") == ["author"] && ids("tag:野").isEmpty && ids("author:狩").isEmpty)
        #expect(try ids("/東.の/") == ["title"])
    }

    @Test(
        "In unspaced scripts, a search finds words outside of titles after those in titles",
        arguments: ["鷹", "東京", "東京都"])
    func ranking(word: String) throws {
        let other = String(repeating: "別の言葉。", count: 20)
        try add("text", on: day(2), SearchFields(title: "別", text: "東京都の鷹" + other))
        try add("title", on: day(1), SearchFields(title: "東京都の鷹", text: other))
        #expect(try ids(word, .rank) == ["title", "text"])
    }

    @Test("In unspaced scripts, a search shows the text around the match")
    func excerpts() throws {
        try add(
            "a",
            SearchFields(
                title: "別",
                text: String(repeating: "前の文。", count: 40) + "日本の鷹と鷹狩り" + String(repeating: "後の文。", count: 40)))
        func hit(_ text: String) throws -> SearchResults.Hit {
            let found = try store.search(SearchQuery(parsing: text), order: .rank, limit: 1, now: day(1))
            return try #require(found.hits.first)
        }
        let two = try hit("鷹")
        #expect(two.ranges.map { String(two.match[$0]) } == ["鷹", "鷹"] && two.match.contains("日本の鷹と鷹狩り"))
        #expect(two.match.hasPrefix("…") && two.match.hasSuffix("…") && (40...80).contains(two.match.count))
        let one = try hit("日本の鷹 後")
        #expect(one.ranges.map { String(one.match[$0]) }.prefix(2) == ["日本の鷹", "後"])
    }

    @Test("In unspaced scripts, a search and a rule find an item by its changed text only")
    func changes() throws {
        try add("a", SearchFields(title: "日本の鷹"))
        #expect(try ids("鷹") == ["a"])
        try add("a", SearchFields(title: "日本の鷲"))
        #expect(try ids("鷹").isEmpty && ids("の鷹").isEmpty && ids("の鷲") == ["a"])
    }

    @Test("In unspaced scripts, a search finds 16,000 characters of a text, and the words of more")
    func long() throws {
        let text = (0..<20_000).map { String(UnicodeScalar(0x4E00 + $0) ?? "一") }.joined()
        try add("a", SearchFields(text: text))
        #expect(try ids("丁丂七丄") == ["a"])
        #expect(try ids(String(text.suffix(2))) == ["a"] && ids(String(text.suffix(1))) == ["a"])
    }

    @Test("In unspaced scripts, a rule hides an item as it arrives")
    func rules() throws {
        try store.addRules([Rule(parsing: "mute 广告")], at: day(0))
        try add("advertisement", SearchFields(title: "最新广告投放"))
        try add("other", SearchFields(title: "最新消息"))
        #expect(try store.ids(top) == ["other"])
    }
}

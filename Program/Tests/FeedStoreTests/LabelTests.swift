import Foundation
import Search
import Testing

@testable import FeedStore

@Suite("Labels")
struct LabelTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @discardableResult
    private func change(
        _ ids: String..., add: [String] = [], remove: [String] = [], on number: Int = 3
    ) throws -> [ItemKey] {
        try store.changeLabels(
            of: ids.map { ItemKey(scope: hello.upstream, id: $0) }, adding: add, removing: remove, at: day(number))
    }

    private func labels(of id: String) throws -> [String]? {
        try store.snapshot(of: hello, limit: nil).items.first { $0.id == id }?.labels
    }

    private func ids(_ label: String, _ feeds: ItemSelection.Feeds = .all) throws -> [String] {
        try store.items(ItemSelection(feeds, label: label), limit: nil).items.map(\.id)
    }

    private func found(_ query: String) throws -> [String] {
        try store.search(SearchQuery(parsing: query), order: .date, limit: 9, now: day(9)).hits.map(\.item.id)
    }

    @Test("Labels are added to items and taken from them, and are read with the items")
    func change() throws {
        try store.commit(merge(item("a", day(1)), item("b", day(2)), on: 2))
        #expect(try change("a", "b", "c", add: ["To read", "Recipes"]) == keys(hello, "a", "b"))
        #expect(try change("a", add: ["to READ"]).isEmpty)
        #expect(try change("b", add: ["Tea"], remove: ["recipes", "unknown"]) == keys(hello, "b"))
        #expect(try labels(of: "a") == ["Recipes", "To read"] && labels(of: "b") == ["Tea", "To read"])
        #expect(try store.marks(of: keys(hello, "a")).values.first?.labels == ["Recipes", "To read"])
        #expect(try store.labels().map(\.name) == ["Recipes", "Tea", "To read"])
        #expect(try store.labels().map(\.count) == [1, 1, 2])
        #expect(try ids("TO read") == ["b", "a"] && ids("Recipes") == ["a"] && ids("unknown").isEmpty)
        #expect(try ids("Recipes", .feed(hello)) == ["a"] && ids("Recipes", .feed(top)).isEmpty)
        #expect(try store.count(of: ItemSelection(label: "to read")) == 2)
        #expect(try store.items(ItemSelection(isUnread: true, label: "to read"), limit: 1).total == 2)
    }

    @Test("Labels have names of 1 to 80 characters that differ in more than case")
    func names() throws {
        try store.commit(merge(item("a", day(1))))
        let long = String(repeating: "x", count: 80)
        try change("a", add: ["  Caf\u{e9} ", "CAF\u{c9}", long])
        #expect(try labels(of: "a") == ["Caf\u{e9}", long])
        for name in ["", "  ", long + "x", "a\nb", "a\u{1b}b", "a\"b", "a\u{201c}b"] {
            #expect(throws: LabelError.badName(name)) { try change("a", add: [name]) }
            #expect(throws: LabelError.badName(name)) { try store.renameLabel("x", to: name, at: day(3)) }
        }
        #expect(LabelError.badName("a\nb").description.contains("1 to 80 characters"))
    }

    @Test("Labels are at most 20 of an item and 200 of an account; beyond that nothing changes")
    func limits() throws {
        try store.commit(merge(item("a", day(1)), item("b", day(2)), on: 2))
        try change("a", add: (0..<20).map { "\($0)" })
        #expect(throws: LabelError.tooManyOfItem) { try change("b", "a", add: ["new"]) }
        #expect(try labels(of: "b") == [] && store.labels().count == 20)
        #expect(try change("a", add: ["7"]).isEmpty)
        for first in stride(from: 20, to: 200, by: 10) {
            try change("b", add: (first..<first + 10).map { "\($0)" })
            try change("b", remove: (first..<first + 10).map { "\($0)" })
        }
        #expect(throws: LabelError.tooMany) { try change("b", add: ["new"]) }
        #expect(try change("b", add: ["150"]) == keys(hello, "b"))
        #expect(try store.removeLabel("151", at: day(4)))
        #expect(try change("b", add: ["new"]) == keys(hello, "b"))
    }

    @Test("Labels are renamed, also to the name of an existing label, which the items then have")
    func rename() throws {
        try store.commit(merge(item("a", day(1)), item("b", day(2)), on: 2))
        try change("a", "b", add: ["Food"])
        try change("b", add: ["Recipes"])
        let first = try store.labels().map(\.id)
        #expect(try store.renameLabel("food", to: "FOOD", at: day(4)) && store.labels().map(\.id) == first)
        #expect(try labels(of: "a") == ["FOOD"])
        #expect(try store.renameLabel("Food", to: "recipes", at: day(5)))
        #expect(try store.labels().map(\.name) == ["Recipes"] && store.labels().map(\.count) == [2])
        #expect(try labels(of: "b") == ["Recipes"] && labels(of: "a") == ["Recipes"])
        #expect(try !store.renameLabel("Food", to: "x", at: day(6)))
    }

    @Test("Labels are removed from all items")
    func remove() throws {
        try store.commit(merge(item("a", day(1)), item("b", day(2)), on: 2))
        try change("a", "b", add: ["Food", "Tea"])
        #expect(try store.removeLabel("FOOD", at: day(4)) && !store.removeLabel("Food", at: day(4)))
        #expect(try store.labels().map(\.name) == ["Tea"] && labels(of: "a") == ["Tea"])
        #expect(try folder.count("item_label") == 2)
    }

    @Test("Labels keep items like saving does, until the last one is removed")
    func retention() throws {
        try store.commit(replace(item("a", day(1)), item("b", day(2)), item("c", day(2)), on: 2))
        try change("a", add: ["Keep", "Too"])
        try change("b", add: ["Keep"])
        #expect(try store.prune(now: day(60)) == [])
        #expect(try folder.count("item") == 2)
        let kept = try store.items(ItemSelection(label: "keep"), limit: nil).items
        #expect(kept.map(\.id) == ["b", "a"] && kept.allSatisfy { $0.feed == hello })
        #expect(try store.keptSubscriptions().map(\.follow.feed) == [hello])
        try change("a", remove: ["Keep"], on: 61)
        try store.prune(now: day(120))
        #expect(try folder.count("item") == 2 && ids("Too") == ["a"])
        try store.removeLabel("Keep", at: day(121))
        try store.prune(now: day(200))
        #expect(try folder.count("item") == 1)
        try change("a", remove: ["Too"], on: 201)
        #expect(try store.prune(now: day(300)) == [hello])
        #expect(try folder.count("item") == 0 && folder.count("item_label") == 0)
    }

    @Test("Labels are found by searches, with and without a minus")
    func search() throws {
        let fields = SearchFields(title: "Pancakes")
        try store.commit(
            merge(item("a", day(1), search: fields), item("b", day(2), search: fields), item("c", day(3)), on: 3))
        try change("a", add: ["To read"])
        try change("a", "b", add: ["Recipes"])
        #expect(try found("label:recipes") == ["b", "a"] && found("label:\"to read\"") == ["a"])
        #expect(try found("pancakes -label:\"To read\"") == ["b"] && found("is:labelled") == ["b", "a"])
        #expect(try found("-is:labelled") == ["c"] && found("label:unknown").isEmpty)
        #expect(try found("label:\"to read\" OR -is:labelled") == ["c", "a"])
    }

    @Test("Labels of rules are given to items as they arrive and to those that are stored, once for each")
    func rules() throws {
        func titled(_ id: String, _ title: String) -> FeedUpdate.Item {
            item(id, day(1), search: SearchFields(title: title))
        }
        try store.commit(merge(titled("a", "Pancakes"), titled("b", "Rain"), on: 1))
        try store.addRules([Rule(parsing: "label \"My recipes\" pancakes")], at: day(2))
        #expect(try labels(of: "a") == ["My recipes"] && labels(of: "b") == [])
        try store.commit(merge(titled("c", "More pancakes"), on: 3))
        #expect(try labels(of: "c") == ["My recipes"])
        try change("c", remove: ["My recipes"])
        try store.commit(merge(titled("c", "Even more pancakes"), on: 4))
        #expect(try labels(of: "c") == [])
        try store.renameLabel("my recipes", to: "Food", at: day(5))
        #expect(try store.rules().map(\.rule.text) == ["label Food pancakes"])
        try store.commit(merge(titled("d", "Pancakes"), on: 6))
        #expect(try labels(of: "d") == ["Food"] && labels(of: "a") == ["Food"])
        try store.removeRule(store.rules()[0].id, at: day(7))
        #expect(try labels(of: "d") == ["Food"])
    }

    @Test("Labels of rules stop at the limits without failing the refresh")
    func ruleLimits() throws {
        try store.commit(merge(item("a", day(1)), on: 1))
        for first in stride(from: 0, to: 200, by: 20) {
            try change("a", add: (first..<first + 20).map { "\($0)" })
            try change("a", remove: (first..<first + 20).map { "\($0)" })
        }
        try store.addRules([Rule(parsing: "label new pancakes")], at: day(2))
        try store.commit(merge(item("b", day(3), search: SearchFields(title: "Pancakes")), on: 3))
        #expect(try labels(of: "b") == [] && store.labels().count == 200)
    }

    @Test("Labels belong to an account, and are removed with it")
    func accounts() throws {
        let id = try #require(try store.addAccount(named: "second", at: day(0))).id
        let second = store.of(id)
        for one in [store, second] { try one.follow(top) }
        let secret = FeedKey("web/secret")
        try store.follow(secret)
        try store.commit(
            merge(item("a", day(1)), on: 1, into: top),
            FeedUpdate(
                feed: secret, scope: secret.rawValue, items: [item("s", day(1))], mode: .merge, fetchedAt: day(1)))
        try store.changeLabels(of: keys(top, "a"), adding: ["Mine"], at: day(2))
        try second.changeLabels(of: keys(top, "a"), adding: ["Theirs", "mine"], at: day(2))
        #expect(try store.snapshot(of: top, limit: nil).items.map(\.labels) == [["Mine"]])
        #expect(try second.snapshot(of: top, limit: nil).items.map(\.labels) == [["mine", "Theirs"]])
        #expect(try store.labels().map(\.name) == ["Mine"])
        let hidden = ItemKey(scope: secret.rawValue, id: "s")
        #expect(try second.changeLabels(of: [hidden], adding: ["x"], at: day(3)).isEmpty)
        #expect(try second.labels().map(\.name) == ["mine", "Theirs"])
        #expect(try !store.removeLabel("Theirs", at: day(3)))
        #expect(try second.items(ItemSelection(label: "Mine"), limit: nil).total == 1)
        try store.removeLabel("Mine", at: day(4))
        #expect(try second.items(ItemSelection(label: "Mine"), limit: nil).total == 1)
        #expect(try store.removeAccount(id))
        #expect(try folder.count("label") == 0 && folder.count("item_label") == 0)
    }

    @Test("Labels count towards the limit of kept items")
    func accountLimit() throws {
        var options = FeedStore.Options(busyTimeout: 120)
        options.limits.saved = 2
        let store = try folder.store(options)
        let second = store.of(try #require(try store.addAccount(named: "second", at: day(0))).id)
        try second.follow(hello)
        try store.commit(merge(item("a", day(1)), item("b", day(1)), item("c", day(1)), on: 1))
        try second.mark(keys(hello, "a"), as: .saved, at: day(2))
        try second.changeLabels(of: keys(hello, "a", "b"), adding: ["x"], at: day(2))
        #expect(throws: FeedStoreError.limitReached(.saved, limit: 2)) {
            try second.changeLabels(of: keys(hello, "c"), adding: ["x"], at: day(3))
        }
        #expect(throws: FeedStoreError.limitReached(.saved, limit: 2)) {
            try second.mark(keys(hello, "c"), as: .saved, at: day(3))
        }
    }

    @Test("Labels stay with items when their feed gets another address")
    func move() throws {
        let (old, new) = (FeedKey("web/old"), FeedKey("web/new"))
        try store.follow(old)
        func refresh(_ feed: FeedKey, _ ids: String...) -> FeedUpdate {
            FeedUpdate(
                feed: feed, scope: feed.rawValue, items: ids.map { item($0, day(1)) }, mode: .merge, fetchedAt: day(1))
        }
        try store.commit(refresh(old, "a", "b"), refresh(new, "b"))
        try store.changeLabels(
            of: ["a", "b"].map { ItemKey(scope: old.rawValue, id: $0) }, adding: ["x"], at: day(2))
        #expect(try store.move(old, to: new, path: new.rawValue, at: day(3)))
        let items = try store.items(ItemSelection(label: "x"), limit: nil).items
        #expect(items.map(\.id).sorted() == ["a", "b"] && items.allSatisfy { $0.key.scope == new.rawValue })
    }

    @Test("Labels change the numbers that other servers and live pages compare")
    func changeNumbers() throws {
        try store.commit(merge(item("a", day(1)), on: 1))
        var numbers = [try store.changeNumber()]
        try change("a", add: ["x"])
        numbers.append(try store.changeNumber())
        try change("a", add: ["X"])
        #expect(try store.changeNumber() == numbers[1])
        try store.renameLabel("x", to: "y", at: day(4))
        numbers.append(try store.changeNumber())
        try store.removeLabel("y", at: day(5))
        numbers.append(try store.changeNumber())
        #expect(Set(numbers).count == 4)
        let since = ItemSelection(.all, order: .changed)
        var selection = since
        selection.changedSince = day(5)
        #expect(try store.items(selection, limit: nil).items.map(\.id) == ["a"])
    }
}

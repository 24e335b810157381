import FeedStore
import Foundation
import Testing

@Suite("The full text of an item") struct FullTextTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private let key = ItemKey(scope: hello.upstream, id: "a")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func text(_ markup: String?, isCut: Bool = false, on number: Int = 1) -> FullText {
        FullText(
            address: "https://site.example/a", fetchedAt: day(number),
            article: markup.map { FullText.Article(title: "T", byline: "Ada", markup: $0, isCut: isCut) },
            doubt: markup == nil ? "list" : nil)
    }

    @Test("The full text of an item is stored with its item, and replaces the former one")
    func stored() throws {
        try store.commit(merge(item("a", day(0))))
        #expect(try store.fullText(of: key) == nil)
        for text in [text(nil), text("<p>x</p>", on: 2), text(nil, on: 3), text("<p>x</p>", isCut: true, on: 4)] {
            #expect(try store.store(text, of: key))
            #expect(try store.fullText(of: key) == text)
        }
        #expect(try folder.count("full_text") == 1)
    }

    @Test("The full text of an item isn't stored without its item")
    func unknown() throws {
        #expect(try !store.store(text("x"), of: key))
        #expect(try folder.count("full_text") == 0)
    }

    @Test("The full text of an item stays when its item changes, and is removed with it")
    func removed() throws {
        try store.commit(merge(item("a", day(0))))
        try store.store(text("x"), of: key)
        try store.commit(merge(item("a", day(0), payload: "new")))
        #expect(try store.fullText(of: key) == text("x"))
        #expect(try store.prune(now: day(60)) == [hello])
        #expect(try store.fullText(of: key) == nil)
        #expect(try folder.count("full_text") == 0)
    }
}

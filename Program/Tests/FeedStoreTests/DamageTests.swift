import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("A damaged store", .onSQLite)
struct DamageTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var size: Int { get throws { try Data(contentsOf: folder.file).count } }

    private func overwrite(_ range: Range<Int>) throws {
        let handle = try FileHandle(forUpdating: folder.file)
        try handle.seek(toOffset: UInt64(range.lowerBound))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: range.count))
        try handle.close()
    }

    /// Works with the store until the damage is met, at the latest by writing over all that was there.
    private func work(_ store: FeedStore) throws {
        _ = try store.snapshot(of: hello, limit: nil)
        try store.commit(
            FeedUpdate(feed: hello, items: (0..<200).map { item("\($0)") }, mode: .replace, fetchedAt: day(2)))
        _ = try store.snapshot(of: hello, limit: nil)
    }

    private func expectSetAside(_ store: FeedStore, keeping damaged: Data) throws {
        let notice = try #require(store.notices.first)
        guard case .damagedStoreSetAside(let path, let keptAs, _, _, _) = notice else { return }
        #expect(store.notices.count == 1)
        #expect(path == folder.file.path)
        #expect(keptAs.hasPrefix(path + ".damaged-20"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: keptAs)) == damaged)
        #expect(notice.description.contains(keptAs))
        try store.commit(merge(item("anew", day(3))))
        #expect(try folder.store().ids().first == "anew")
    }

    @Test(
        "A damaged store with overwritten pages is set aside, regardless of which pages they are",
        arguments: [0, 1, 2, 3])
    func garbage(quarter: Int) throws {
        try folder.filled(400)
        let quarterSize = try size / 4
        try overwrite(quarter * quarterSize..<(quarter + 1) * quarterSize)
        let damaged = try Data(contentsOf: folder.file)
        let store = try folder.store()
        try work(store)
        try expectSetAside(store, keeping: damaged)
    }

    @Test("A damaged store that lost its end is set aside", arguments: [0.9, 0.5, 0.02])
    func truncated(part: Double) throws {
        try folder.filled(400)
        let handle = try FileHandle(forUpdating: folder.file)
        try handle.truncate(atOffset: UInt64(Double(size) * part))
        try handle.close()
        let damaged = try Data(contentsOf: folder.file)
        let store = try folder.store()
        try work(store)
        try expectSetAside(store, keeping: damaged)
    }

    @Test(
        "A damaged store that isn't a database at all is set aside",
        arguments: ["xy", "Just some notes.\n", String(repeating: "text ", count: 5_000)])
    func text(text: String) throws {
        try Data(text.utf8).write(to: folder.file)
        try expectSetAside(try folder.store(), keeping: Data(text.utf8))
    }

    @Test("A damaged store is set aside with its log")
    func log() throws {
        try folder.filled()
        try overwrite(0..<4_096)
        let log = Data("not a log".utf8)
        try log.write(to: folder.url.appending(path: "freshet.sqlite-wal"))
        let store = try folder.store()
        guard case .damagedStoreSetAside(_, let keptAs, _, _, _) = try #require(store.notices.first) else { return }
        #expect(try Data(contentsOf: URL(fileURLWithPath: keptAs + "-wal")) == log)
    }

    @Test("A damaged store with an empty file and a log is set aside, instead of started over with the log")
    func emptyBesideLog() throws {
        try Data().write(to: folder.file)
        let log = Data("all there is".utf8)
        try log.write(to: folder.url.appending(path: "freshet.sqlite-wal"))
        guard case .damagedStoreSetAside(_, let keptAs, _, _, _) = try #require(try folder.store().notices.first) else {
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: keptAs + "-wal")) == log)
    }

    @Test("An empty file is no damaged store")
    func empty() throws {
        try Data().write(to: folder.file)
        let store = try folder.store()
        try store.commit(merge(item("a")))
        #expect(store.notices.isEmpty)
        #expect(try folder.store().ids() == ["a"])
    }

    @Test("A store found to be damaged while open is set aside, and the call succeeds on the new one")
    func whileOpen() throws {
        try folder.filled(400)
        let store = try folder.store()
        #expect(try store.snapshot(of: hello, limit: 1).total == 400)
        // By another process: were this one to close the file, it would lose its locks on it.
        try overwriteElsewhere()
        try work(store)
        #expect(store.notices.count == 1)
        #expect(try store.snapshot(of: hello, limit: nil).total == 200)
    }

    private func overwriteElsewhere() throws {
        let writing = Process()
        writing.executableURL = URL(fileURLWithPath: "/bin/dd")
        writing.arguments = [
            "if=/dev/urandom", "of=\(folder.file.path)", "bs=4096", "seek=1", "count=\(try size / 4_096 - 1)",
            "conv=notrunc",
        ]
        writing.standardError = FileHandle.nullDevice
        try writing.run()
        writing.waitUntilExit()
        try #require(writing.terminationStatus == 0)
    }

    @Test(
        "A store with an impossible value beside the items is kept, and the value is reported as missing",
        arguments: [
            "UPDATE feed SET fetched_at = 'never'", "UPDATE feed SET extra = 1.5", "UPDATE feed SET skipped = x'00'",
            "UPDATE reading SET visited_at = 'x', last_visit_at = 'x'",
            "UPDATE feed SET error_kind = 'a', error_message = 'b', error_at = 'x'",
            "INSERT INTO gap (feed_id, after, before) SELECT id, 'a', 'b' FROM feed",
            "UPDATE followed SET interval = 'x'",
        ])
    func impossibleValue(sql: String) throws {
        let written = try folder.store()
        try written.commit(merge(item("a")))
        try written.follow(hello)
        try written.close()
        // SQLite refuses such values itself, so that only damage brings them.
        try folder.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT, ', ''), ') STRICT', ')');
            """)
        try folder.execute(sql)
        let store = try folder.store()
        let snapshot = try store.snapshot(of: hello, limit: nil)
        _ = try (store.lastVisit(of: hello, at: day(2)), store.interval(of: hello))
        try store.commit(merge(item("b"), on: 3))
        #expect(snapshot.items.map(\.id) == ["a"] && store.notices.count == 1)
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") } && store.ids().count == 2)
    }

    @Test(
        "A damaged store is set aside once by many processes, which continue with one new store",
        arguments: 0..<(runsFull ? 20 : 5))
    func together(_: Int) throws {
        try folder.filled(20)
        try overwrite(0..<100)
        let notices = Collected()
        let failures = onThreads(4) { number in
            let store = try folder.store()
            try store.commit(merge(item("a"), into: FeedKey("\(number)")))
            store.notices.forEach { notices.add("\($0)") }
        }
        #expect(failures.isEmpty)
        #expect(notices.all.count == 1)
        #expect(try folder.names.count(where: { $0.hasSuffix("Z") }) == 1)
        #expect(try folder.store().feeds().count == 4)
    }

    @Test(
        "A damaged store is replaced by one in WAL mode, which several processes can open for writing",
        arguments: [100, 4_096])
    func journalMode(overwritten: Int) throws {
        try folder.filled(20)
        try overwrite(0..<overwritten)
        let store = try folder.store()
        #expect(store.notices.count == 1)
        // https://www.sqlite.org/fileformat.html: 2 at offsets 18 and 19 is WAL.
        #expect(Array(try Data(contentsOf: folder.file)[18...19]) == [2, 2])
    }

    @Test("A damaged store that can't be set aside isn't changed, and the error names the remedy")
    func protectedFolder() throws {
        try folder.filled()
        try overwrite(0..<100)
        let damaged = try Data(contentsOf: folder.file)
        try permit(0o644, folder.file)
        try permit(0o555, folder.url)
        defer { try? permit(0o777, folder.url) }
        let error = #expect(throws: FeedStoreError.self) { try unprivileged { _ = try folder.store() } }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("Move it away") == true)
        #expect(try Data(contentsOf: folder.file) == damaged)
    }
}

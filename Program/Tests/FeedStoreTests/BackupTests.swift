import FeedStore
import Foundation
import GRDB
import Testing

@Suite("A backup")
struct BackupTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        file = folder.url.appending(path: "a backup.sqlite")
        try store.follow(hello)
        try store.commit(merge(item("a"), item("b"), on: 1, into: hello))
        try store.mark(keys(hello, "a"), as: .saved, at: day(1))
    }

    /// The store in a new folder that has the backup.
    private func restored() throws -> (FeedStore, TemporaryFolder) {
        let other = try TemporaryFolder()
        try FileManager.default.copyItem(at: file, to: other.file)
        return (try FeedStore(at: other.file), other)
    }

    @Test("A backup has everything, and is restored by copying it into a new folder")
    func restoring() throws {
        let copy = try store.backUp(to: file.path)
        let (other, place) = try restored()
        #expect(try other.ids() == store.ids() && other.saved() == ["a"])
        #expect(try other.followed() == store.followed() && other.accounts() == store.accounts())
        #expect(copy.count("item") == 2 && copy.count("followed") == 1 && copy.count("account") == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.size] as? Int == copy.bytes && attributes[.posixPermissions] as? Int == 0o600)
        try other.commit(merge(item("c"), on: 2, into: hello))
        #expect(try other.ids().count == 3 && store.ids().count == 2)
        withExtendedLifetime(place) {}
    }

    @Test("A backup has whole commits only, and those before it, while another thread commits")
    func consistent() async throws {
        // Each commit has an item in both feeds.
        func commit(_ number: Int) throws {
            try store.commit(merge(item("x\(number)"), on: 2, into: hello), merge(item("x\(number)"), on: 2, into: top))
        }
        for number in 0..<300 { try commit(number) }
        let shared = store, path = file.path
        let backup = Task.detached { try shared.backUp(to: path) }
        for number in 300..<500 { try commit(number) }
        let copy = try await backup.value
        let (other, place) = try restored()
        let (one, two) = (try other.ids(hello), try other.ids(top))
        #expect(Set(one) == Set(two + ["a", "b"]))
        #expect(two.count >= 300 && copy.count("listing") == one.count + two.count)
        #expect(try store.ids(top).count == 500)
        withExtendedLifetime(place) {}
    }

    @Test("A backup never replaces a file unless it may, and leaves nothing else in its folder")
    func overwriting() throws {
        try Data("mine".utf8).write(to: file)
        #expect(throws: BackupError.exists(path: file.path)) { try store.backUp(to: file.path) }
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        try store.backUp(to: file.path, replacing: true)
        let (other, place) = try restored()
        #expect(try other.ids() == store.ids())
        withExtendedLifetime(place) {}
        #expect(try folder.names.filter { $0.hasPrefix("a backup") } == ["a backup.sqlite"])
    }

    @Test("A backup fails before it writes if there is no such folder, or a folder of that name")
    func nowhere() throws {
        for path in [folder.url.path + "/none/file", folder.url.path] {
            let error = #expect(throws: BackupError.self) { try store.backUp(to: path) }
            guard case .notWritable = error else { throw try #require(error) }
        }
    }

    @Test("A backup fails with the disk's reason, and leaves no file")
    func full() throws {
        // Nobody can write there, root neither.
        let error = #expect(throws: BackupError.self) { try store.backUp(to: "/proc/backup.sqlite") }
        #expect(error?.description.contains("can't be written") == true)
        #expect(!FileManager.default.fileExists(atPath: "/proc/backup.sqlite"))
    }

    @Test("A backup can be copied into a database or a folder")
    func copying() throws {
        try store.backUp(to: file.path)
        let other = try TemporaryFolder()
        let target = try other.store()
        let copy = try FeedStore(at: file).copy(to: target)
        #expect(try target.ids() == store.ids() && copy.count("item") == 2 && copy.rows > 5)
    }
}

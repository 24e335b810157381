import FeedStore
import TestSupport
import Testing

@Suite("Settings of an account") struct SettingTests {
    private let folder: TemporaryFolder
    private let first: FeedStore
    private let second: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        first = try folder.store()
        second = first.of(try #require(try first.addAccount(named: "second", at: day(1))).id)
    }

    @Test("Settings are stored one by one for each account, and removed to have the default again")
    func changes() throws {
        #expect(try first.settings().isEmpty)
        try first.change(settings: ["theme": "dark", "density": "compact"])
        try second.change(settings: ["theme": "sepia"])
        #expect(
            try first.settings() == ["theme": "dark", "density": "compact"] && second.settings() == ["theme": "sepia"])
        try first.change(settings: ["theme": "light", "density": nil, "order": nil])
        #expect(try first.settings() == ["theme": "light"] && second.settings() == ["theme": "sepia"])
    }

    @Test("Settings change the change number of the account's pages, and wake no other account")
    func changeNumbers() throws {
        _ = first.waitForChanges(atMost: 0)
        let number = try second.changeNumber()
        try second.change(settings: ["theme": "dark"])
        #expect(try second.changeNumber() != number)
        #expect(first.waitForChanges(atMost: 1) == StoreChanges(accounts: [second.account]))
        let changed = try second.changeNumber()
        try second.change(settings: [:])
        #expect(try second.changeNumber() == changed)
    }

    @Test("Settings are removed with the account")
    func removed() throws {
        try first.change(settings: ["theme": "dark"])
        try second.change(settings: ["theme": "dark"])
        try first.removeAccount(second.account)
        #expect(try first.settings() == ["theme": "dark"] && folder.count("setting") == 1)
    }

    @Test("Settings of an export are added up to the maximum, and chosen ones stay")
    func imported() throws {
        try first.change(settings: ["theme": "dark"])
        let counts = try first.add(StoreExport(settings: ["theme": "light", "order": "oldest"]), at: day(1))
        #expect(counts.added == 1 && counts.known == 1)
        #expect(try first.settings() == ["theme": "dark", "order": "oldest"])
        let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("name\($0)", "1") })
        _ = try first.add(StoreExport(settings: many), at: day(1))
        #expect(try first.settings().count == 200)
    }

    @Test("Settings can be stored in a store of version 15")
    func migrated() throws {
        try first.close()
        try folder.makeVersion15()
        let store = try folder.store()
        #expect(try store.settings().isEmpty)
        try store.change(settings: ["theme": "dark"])
        #expect(try store.settings() == ["theme": "dark"])
    }
}

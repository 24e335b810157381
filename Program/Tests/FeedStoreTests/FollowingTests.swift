import FeedStore
import Testing

@Suite("Followed repositories")
struct FollowingTests {
    let folder: TemporaryFolder
    let store: SQLiteFeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private var names: [String] { get throws { try store.followed().map(\.repository) } }

    @Test("are none at first")
    func none() throws {
        #expect(try store.followed().isEmpty)
    }

    @Test("stand in the order in which they were added")
    func order() throws {
        for (number, name) in ["octocat/z", "octocat/a", "apple/swift"].enumerated() {
            try store.follow(name, at: day(-number))
        }
        #expect(try names == ["octocat/z", "octocat/a", "apple/swift"])
        #expect(try folder.store().followed()[1] == Followed(repository: "octocat/a", since: day(-1)))
    }

    @Test("are the same whatever their capitals, and stay as they were first given")
    func capitals() throws {
        try store.follow("Octocat/Hello", at: day(1))
        try store.follow("b/b", at: day(2))
        try store.follow("octocat/HELLO", at: day(3))
        #expect(try store.followed().first == Followed(repository: "Octocat/Hello", since: day(1)))
        try store.unfollow("OCTOCAT/hello")
        #expect(try names == ["b/b"])
    }

    @Test("come last when they were taken away and are added again")
    func again() throws {
        for name in ["a/a", "b/b", "c/c"] { try store.follow(name, at: day(1)) }
        try store.unfollow("c/c")
        try store.unfollow("a/a")
        try store.unfollow("nobody/nothing")
        try store.follow("a/a", at: day(2))
        #expect(try names == ["b/b", "a/a"])
    }
}

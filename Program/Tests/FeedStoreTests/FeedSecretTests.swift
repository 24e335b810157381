import FeedStore
import Testing

@Suite("The secret of an account's feeds") struct FeedSecretTests {
    private let folder: TemporaryFolder
    private let first: FeedStore
    private let second: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        first = try folder.store()
        second = first.of(try #require(try first.addAccount(named: "second", at: day(1))).id)
    }

    @Test("The secret of an account's feeds is made once, and found by what programs send")
    func made() throws {
        #expect(try first.feedSecret() == nil)
        let made = try first.addFeedSecret(.make(), at: day(1))
        #expect(made.account == Account.first && made.createdAt == day(1))
        #expect(try first.addFeedSecret(.make(), at: day(2)) == made && first.feedSecret() == made)
        let other = try second.addFeedSecret(.make(), at: day(3))
        #expect(try first.feedSecret(other.secret) == other && second.feedSecret(made.secret) == made)
        #expect(try first.feedSecret(.make()) == nil)
    }

    @Test("The secret of an account's feeds is replaced when it is renewed, and the former one opens nothing")
    func renewed() throws {
        let made = try first.addFeedSecret(.make(), at: day(1))
        let other = try second.renewFeedSecret(.make(), at: day(1))
        let number = try first.changeNumber()
        let renewed = try first.renewFeedSecret(.make(), at: day(2))
        #expect(renewed.secret != made.secret && renewed.createdAt == day(2))
        #expect(try first.feedSecret() == renewed && first.feedSecret(made.secret) == nil)
        #expect(try first.feedSecret(renewed.secret) == renewed && second.feedSecret() == other)
        #expect(try first.changeNumber() != number)
    }

    @Test("The secret of an account's feeds is removed with the account")
    func removed() throws {
        let made = try second.addFeedSecret(.make(), at: day(1))
        try first.removeAccount(second.account)
        #expect(try first.feedSecret(made.secret) == nil && folder.count("feed_secret") == 0)
    }
}

import FeedStore
import Platform

/// What an account may do on a server with several.
extension FeedEnvironment {
    /// Whether addresses that the account gives may be on this computer or a private network. Reads the accounts.
    public func mayReachPrivateNetworks() throws -> Bool {
        let accounts = try store.accounts()
        return accounts.count < 2 || accounts.first { $0.id == store.account }?.isAdministrator ?? false
    }

    /// Whether the account may read a feed; see ``FeedDescription/isPersonal``.
    public func mayRead(_ feed: any FeedDescription) -> Bool { !feed.isPersonal || store.account == Account.first }

    /// Throws a ``FeedError`` unless the account may read a feed.
    func checkReading(_ feed: any FeedDescription) throws {
        if !mayRead(feed) { throw FeedError.notShown }
    }
}

extension FeedError {
    /// The feed belongs to the owner of the server's token.
    static let notShown = FeedError(
        kind: "notShown",
        message: "The server's token belongs to its first account, which alone sees this feed", remedy: .changeRequest)
}

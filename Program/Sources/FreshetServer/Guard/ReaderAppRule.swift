import FeedStore
import Platform
import ReaderApps

/// Admits requests of reader apps by what their APIs send. No cookie admits one.
struct ReaderAppRule: Sendable {
    let tokenRule: TokenRule
    let accountRule: AccountRule

    /// Checks what a request has sent. Blocks the calling thread.
    ///
    /// As long as there is one account and no token, everybody is admitted who reaches the server.
    func verdict(on credentials: [ReaderAPI.Credential], from client: IPAddress?) -> AccountRule.Verdict {
        needsPassword
            ? accountRule.verdict(on: credentials, from: client)
            : .admitted(AccountAdmission(account: Account.first, credential: .token))
    }

    /// Whether apps need a password.
    var needsPassword: Bool { accountRule.isOn || tokenRule.isSet }
}

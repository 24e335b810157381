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
        if accountRule.isOn { return accountRule.verdict(on: credentials, from: client) }
        let first = AccountAdmission(account: Account.first, credential: .token)
        if !tokenRule.isSet { return .admitted(first) }
        let name = accountRule.account(Account.first)?.name ?? ""
        if credentials.contains(where: { tokenRule.admits($0.secret, user: name) }) { return .admitted(first) }
        if credentials.isEmpty { return .refused }
        return tokenRule.verdict(on: "", from: client) == .limited ? .limited : .refused
    }
}

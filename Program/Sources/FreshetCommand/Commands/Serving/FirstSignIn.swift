/// The first sign-in to a server where nobody signs in yet: the command that prints a link for it.
///
/// The link itself is only in the command's output: logs are copied, and others read them.
struct FirstSignIn: Sendable {
    /// The name of the first account.
    let account: String
    /// The folder in `--data`; nil without the option.
    var data: String?
    /// True if `--store` was given. The address may contain a password, so it isn't repeated.
    var hasStoreOption = false
    /// True if the store is the service's, which root's commands use without options.
    var isOfService = false
    /// The address in links without `--server`.
    let origin: String

    /// The words of the command for a server at an address; nil if a Unix socket is its only one.
    func command(for address: String?) -> [String] {
        var words = isOfService ? ["sudo"] : []
        words += ["freshet", "accounts", "reset", account]
        if let data, !isOfService { words += ["--data", data] }
        if hasStoreOption { words += ["--store", "URL"] }
        let server = address.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        if let server, server != origin { words += ["--server", server] }
        return words
    }

    /// The line of the log.
    func notice(for address: String?) -> String {
        "No account has a password yet. To sign in and choose one, open the link that this command prints: "
            + command(for: address).map(\.inShell).joined(separator: " ")
    }
}

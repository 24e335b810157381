import WebText

/// What to type into a reader app.
struct ReaderAppAddresses: Sendable {
    /// The server's address for readers, without a slash at the end.
    let origin: String
    /// The account's name.
    let user: String
    /// Whether apps need a password.
    let needsPassword: Bool

    /// The entry of the account's page.
    var entry: HTML {
        let password: HTML =
            needsPassword
            ? "an app password, which you add above for each app"
            : "any, as long as only this machine reaches the server"
        return GroupEntry(
            id: "apps-title", title: "Reader apps",
            note:
                "Apps on phones and computers can synchronize with this server. Choose the first service that your app offers.",
            content: """
                <dl class="item-facts" aria-labelledby="apps-title"><dt>FreshRSS, Google Reader</dt><dd><code>\(origin)/api/greader.php</code></dd>\
                <dt>Miniflux</dt><dd><code>\(origin)</code></dd><dt>Fever</dt><dd><code>\(origin)/fever/</code></dd>\
                <dt>User name</dt><dd><code>\(user)</code></dd><dt>Password</dt><dd>\(password)</dd></dl>
                """
        ).html
    }
}
